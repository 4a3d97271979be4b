/** An entry of a statement, as the tests describe it. */
export interface Line {
  amount: string
  text?: string
  /** The bank's reference; none when absent. */
  reference?: string
  /** The number within the statement; 1 when absent. */
  number?: number
  direction?: 'CRDT' | 'DBIT'
  reversal?: boolean
  status?: string
  day?: string
  sender?: string
  currency?: string
}

/** The IBAN of the seller in the tests. */
export const ownIban = 'DE02120300000000202051'

const entry = (line: Line, version: string): string => {
  const { amount, text, reference, direction = 'CRDT', reversal, status = 'BOOK', day = '2026-11-20' } = line
  const isNew = Number(version) >= 8
  const name = `<Nm>${line.sender ?? 'Example GmbH'}</Nm>`
  return `<Ntry><NtryRef>${line.number ?? 1}</NtryRef><Amt Ccy="${line.currency ?? 'USD'}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
${reversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${isNew ? `<Cd>${status}</Cd>` : status}</Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>
${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<RltdPties><Dbtr>${isNew ? `<Pty>${name}</Pty>` : name}</Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>
${text === undefined ? '' : `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`}</TxDtls></NtryDtls></Ntry>`
}

/** A camt.053 file of a version such as `02`, as banks write it. */
export function camt(lines: readonly Line[], version = '08', account = ownIban): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-21T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><CreDtTm>2026-11-21T06:00:00</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>USD</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
${lines.map((line) => entry(line, version)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`)
}
