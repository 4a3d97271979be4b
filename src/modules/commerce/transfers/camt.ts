import { fromDecimal } from '#platform/kernel/money.ts'
import { compactNumber } from '../domain/iban.ts'
import { counted, digestOf } from './entry-digest.ts'
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
  const compact = compactNumber(account)
  const countOf = counted()
  const entries: StatementEntry[] = []
  let others = 0
  for (const entry of all(statement, 'Ntry')) {
    const read = paymentsOf(entry).map((payment) => entryOf(entry, payment))
    for (const one of read) {
      if (one === null) others += 1
      else {
        entries.push({ ...one, key: digestOf(compact, one.key, countOf(one.key)) })
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

/** A payment of an entry: several parts when only the entry says how much they are together. */
interface Payment {
  parts: XmlElement[]
  amount: XmlElement | undefined
  direction: string | null
}

/** One entry may gather several payments; each counts for itself only where their amounts are those of the entry. */
function paymentsOf(entry: XmlElement): Payment[] {
  const parts = all(entry, 'NtryDtls', 'TxDtls')
  const direction = textAt(entry, 'CdtDbtInd')
  const whole = { parts, amount: all(entry, 'Amt')[0], direction }
  if (parts.length < 2) return [whole]
  const each = parts.map((part) => ({
    parts: [part],
    amount: all(part, 'Amt')[0] ?? all(part, 'AmtDtls', 'TxAmt', 'Amt')[0],
    direction: textAt(part, 'CdtDbtInd') ?? direction,
  }))
  const { currency, amount } = moneyOf(whole.amount)
  let left = amount
  for (const one of each) {
    if (one.amount === undefined || one.direction !== direction) return [whole]
    const money = moneyOf(one.amount)
    if (money.currency !== currency) return [whole]
    left -= money.amount
  }
  return left === 0 ? each : [whole]
}

/** Null for a payment out, a charge, what is not booked, and where no money moved. */
function entryOf(entry: XmlElement, { parts, amount, direction }: Payment): StatementEntry | null {
  const isReversal =
    textAt(entry, 'RvslInd') === 'true' ||
    textAt(entry, 'RvslInd') === '1' ||
    parts.some((part) => all(part, 'RtrInf').length > 0)
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  const kind = kindOf(direction, isReversal)
  if ((status !== 'BOOK' && status !== null) || kind === null) return null
  const money = moneyOf(amount)
  if (money.amount === 0) return null
  const details = parts.length === 1 ? parts[0] : undefined
  const parties = all(details, 'RltdPties')[0]
  const bookedOn =
    textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm') ?? textAt(entry, 'ValDt', 'Dt')
  const read = {
    kind,
    ...money,
    bookedOn: dayOf(bookedOn),
    format: 'camt' as const,
    remittance: remittanceOf(entry, parts),
    senderName: textAt(parties, 'Dbtr', 'Nm') ?? textAt(parties, 'Dbtr', 'Pty', 'Nm'),
    senderAccount:
      textAt(parties, 'DbtrAcct', 'Id', 'IBAN') ?? textAt(parties, 'DbtrAcct', 'Id', 'Othr', 'Id'),
  }
  return { ...read, key: keyOf(entry, details, read) }
}

/** A credit that is a reversal is a payment of ours that came back; a debit that is one takes a payment to us back. */
function kindOf(direction: string | null, isReversal: boolean): StatementEntry['kind'] | null {
  if (direction === 'CRDT') return isReversal ? 'bounced' : 'incoming'
  return direction === 'DBIT' && isReversal ? 'reversal' : null
}

/**
 * The bank's own reference where it gives one, with the day: some banks use it anew. The number of an entry (`NtryRef`)
 * says nothing: it is another one in the statement of the day and in that of the month.
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
  const money = [kind, String(amount), currency, bookedOn]
  if (own !== null || ofEntry !== null) return digestOf('bank', own ?? '', ofEntry ?? '', ...money)
  return digestOf('entry', remittance, senderAccount ?? '', ...money)
}

function remittanceOf(entry: XmlElement, parts: XmlElement[]): string {
  const written = [
    ...parts.flatMap((part) => [
      ...all(part, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
      ...all(part, 'RmtInf', 'Ustrd'),
      ...all(part, 'RmtInf', 'Strd', 'AddtlRmtInf'),
      ...all(part, 'Refs', 'EndToEndId'),
      ...all(part, 'AddtlTxInf'),
    ]),
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

/** In minor units. Banks write as many zeros after the point as they like. */
function moneyOf(element: XmlElement | undefined): { amount: number; currency: string } {
  const text = element?.text.trim() ?? ''
  const currency = element?.attributes.Ccy?.toLowerCase() ?? ''
  try {
    if (!/^[a-z]{3}$/.test(currency) || text.startsWith('-')) throw new RangeError('no amount')
    const short = /^\d*\.\d*$/.test(text) ? text.replace(/\.?0+$/, '') : text
    return { amount: fromDecimal(short.replace(/^(?=\.|$)/, '0'), currency), currency }
  } catch {
    throw new StatementFault(
      `An entry has the amount "${text.slice(0, 30)}" ${currency.toUpperCase()}, which cannot be read.`,
    )
  }
}
