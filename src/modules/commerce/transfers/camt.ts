import { createHash } from 'node:crypto'
import { fromDecimal } from '#platform/kernel/money.ts'
import { type Statement, type StatementEntry, StatementFault } from './statement.ts'
import { all, parseXml, textAt, type XmlElement, XmlFault } from './xml.ts'

/** Entries of one file. */
const mostEntries = 20_000
/** What banks write where they have no reference. */
const noReference = /^(NONREF|NOTPROVIDED|NOREF|0*)$/i

/**
 * The statements of a camt.053 file, versions 001.02 to 001.13: the elements that are read have kept their names, and
 * where one moved both places are looked at.
 * @throws StatementFault
 */
export function readCamt(bytes: Uint8Array): Statement[] {
  let root: XmlElement
  try {
    root = parseXml(bytes)
  } catch (error) {
    if (error instanceof XmlFault) throw new StatementFault(error.message)
    throw error
  }
  const statements = all(root, 'BkToCstmrStmt', 'Stmt')
  if (root.name !== 'Document' || statements.length === 0)
    throw new StatementFault('It is no bank statement in the format camt.053.')
  const read = statements.map(statementOf)
  if (read.reduce((sum, { entries, others }) => sum + entries.length + others, 0) > mostEntries)
    throw new StatementFault(`It has more than ${mostEntries} entries.`)
  return read
}

function statementOf(statement: XmlElement): Statement {
  const account = textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id')
  if (account === null) throw new StatementFault('A statement does not say of which account it is.')
  const compact = account.replaceAll(' ', '')
  const seen = new Map<string, number>()
  const entries: StatementEntry[] = []
  let others = 0
  for (const entry of all(statement, 'Ntry')) {
    const read = partsOf(entry).map(({ details, amount }) => entryOf(entry, details, amount))
    for (const one of read) {
      if (one === null) others += 1
      else {
        // Entries that nothing tells apart are counted.
        const count = (seen.get(one.key) ?? 0) + 1
        seen.set(one.key, count)
        entries.push({ ...one, key: digestOf(compact, one.key, String(count)) })
      }
    }
  }
  return {
    account: compact,
    currency: textAt(statement, 'Acct', 'Ccy')?.toLowerCase() ?? null,
    entries,
    others,
  }
}

/** One entry may gather several payments, with an amount each. */
function partsOf(entry: XmlElement): { details: XmlElement | undefined; amount: XmlElement | undefined }[] {
  const whole = all(entry, 'Amt')[0]
  const transactions = all(entry, 'NtryDtls', 'TxDtls')
  if (transactions.length < 2) return [{ details: transactions[0], amount: whole }]
  return transactions.map((details) => {
    const amount = all(details, 'Amt')[0] ?? all(details, 'AmtDtls', 'TxAmt', 'Amt')[0]
    if (amount === undefined)
      throw new StatementFault('An entry of several payments does not say the amount of each.')
    return { details, amount }
  })
}

function entryOf(
  entry: XmlElement,
  details: XmlElement | undefined,
  amount: XmlElement | undefined,
): StatementEntry | null {
  const direction = textAt(details, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')
  const isReversal =
    textAt(entry, 'RvslInd') === 'true' ||
    textAt(entry, 'RvslInd') === '1' ||
    all(details, 'RtrInf').length > 0
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  // A credit that is a reversal is a payment of ours that came back; a debit that is one takes a payment to us back.
  const isIncoming = direction === 'CRDT' && !isReversal
  if ((status !== 'BOOK' && status !== null) || (!isIncoming && !(direction === 'DBIT' && isReversal)))
    return null
  const parties = all(details, 'RltdPties')[0]
  const currency = amount?.attributes.Ccy?.toLowerCase() ?? ''
  const bookedOn =
    textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm') ?? textAt(entry, 'ValDt', 'Dt')
  const read = {
    kind: isIncoming ? ('incoming' as const) : ('reversal' as const),
    amount: minorUnits(amount?.text.trim() ?? '', currency),
    currency,
    bookedOn: dayOf(bookedOn),
    remittance: remittanceOf(entry, details),
    senderName: textAt(parties, 'Dbtr', 'Nm') ?? textAt(parties, 'Dbtr', 'Pty', 'Nm'),
    senderAccount:
      textAt(parties, 'DbtrAcct', 'Id', 'IBAN') ?? textAt(parties, 'DbtrAcct', 'Id', 'Othr', 'Id'),
  }
  return { ...read, key: keyOf(entry, details, read) }
}

/**
 * The bank's own reference where it gives one: the number of an entry (`NtryRef`) often begins at 1 in each statement, so it
 * counts with the day and what was written only.
 */
function keyOf(
  entry: XmlElement,
  details: XmlElement | undefined,
  read: Omit<StatementEntry, 'key' | 'senderName'>,
): string {
  const given = (value: string | null): string | null =>
    value === null || noReference.test(value) ? null : value
  const own = given(textAt(details, 'Refs', 'AcctSvcrRef')) ?? given(textAt(details, 'Refs', 'TxId'))
  const ofEntry = given(textAt(entry, 'AcctSvcrRef'))
  const { kind, amount, currency, bookedOn, remittance, senderAccount } = read
  const money = [kind, String(amount), currency]
  if (own !== null || ofEntry !== null) return digestOf('bank', own ?? '', ofEntry ?? '', ...money)
  const number = textAt(entry, 'NtryRef') ?? ''
  return digestOf('entry', number, bookedOn, remittance, senderAccount ?? '', ...money)
}

function remittanceOf(entry: XmlElement, details: XmlElement | undefined): string {
  const written = [
    ...all(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...all(details, 'RmtInf', 'Ustrd'),
    ...all(details, 'RmtInf', 'Strd', 'AddtlRmtInf'),
    ...all(details, 'Refs', 'EndToEndId'),
    ...all(details, 'AddtlTxInf'),
    ...all(entry, 'AddtlNtryInf'),
  ].map(({ text }) => text.trim())
  return [...new Set(written.filter((text) => text !== '' && !noReference.test(text)))]
    .join(' / ')
    .slice(0, 2_000)
}

function dayOf(text: string | null): string {
  const day = text?.slice(0, 10) ?? ''
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new StatementFault('An entry does not say on which day it was booked.')
  return day
}

/** Banks write as many zeros after the point as they like. */
function minorUnits(text: string, currency: string): number {
  try {
    if (!/^[a-z]{3}$/.test(currency)) throw new RangeError('no currency')
    const short = /^\d*\.\d*$/.test(text) ? text.replace(/\.?0+$/, '') : text
    return fromDecimal(short.replace(/^(?=\.|$)/, '0'), currency)
  } catch {
    throw new StatementFault(
      `An entry has the amount "${text.slice(0, 30)}" ${currency.toUpperCase()}, which cannot be read.`,
    )
  }
}

/** Length-prefixed, so that no two lists of parts are the same bytes; hex. */
function digestOf(...parts: string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return hash.digest('hex')
}
