import { compactNumber } from '../../domain/iban.ts'
import { minorOf } from './csv-values.ts'
import {
  assertReadable,
  type BankStatement,
  identified,
  type StatementEntry,
  StatementFault,
  unstorable,
} from './statement.ts'
import { all, parseXml, textAt, type XmlElement, XmlFault } from './xml.ts'

/** Entries of one file. */
const mostEntries = 20_000
/** What banks write where they have no reference. */
const noReference = /^(NONREF|NOTPROVIDED|NOREF|0*)$/i

/** Statuses of entries that are not booked, and may never be. */
const notBooked = ['PDNG', 'INFO', 'FUTR']

/**
 * The statements of a camt.053 file, versions 001.02 to 001.13: the elements that are read have kept their names, and
 * where one moved both places are looked at. An entry that cannot be read is named, and the others are read.
 * @throws StatementFault for what is no such file, or when no entry can be read
 */
export function readCamt(bytes: Uint8Array): BankStatement[] {
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
  assertReadable(read)
  return read
}

function statementOf(statement: XmlElement): BankStatement {
  const account = textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id')
  if (account === null) throw new StatementFault('A statement does not say of which account it is.')
  const compact = compactNumber(account)
  const read: BankStatement = { account: compact, entries: [], others: 0, unread: [] }
  for (const [at, entry] of all(statement, 'Ntry').entries()) {
    try {
      for (const one of paymentsOf(entry).map((payment) => entryOf(entry, payment))) {
        if (one === null) read.others += 1
        else read.entries.push(identified(compact, one))
      }
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error
      read.unread.push({ place: `Entry ${at + 1}`, message: error.message })
    }
  }
  return read
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
function entryOf(entry: XmlElement, { parts, amount, direction }: Payment) {
  const isReversal =
    textAt(entry, 'RvslInd') === 'true' ||
    textAt(entry, 'RvslInd') === '1' ||
    parts.some((part) => all(part, 'RtrInf').length > 0)
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts', 'Prtry') ?? textAt(entry, 'Sts') ?? 'BOOK'
  if (notBooked.includes(status)) return null
  if (status !== 'BOOK')
    throw new StatementFault(`the status "${status.slice(0, 30)}" does not say whether it is booked.`)
  const kind = kindOf(direction, isReversal)
  if (kind === null) return null
  const money = moneyOf(amount)
  if (money.amount === 0) return null
  const details = parts.length === 1 ? parts[0] : undefined
  const parties = all(details, 'RltdPties')[0]
  const bookedOn =
    textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm') ?? textAt(entry, 'ValDt', 'Dt') ?? ''
  const isWhole = parts.length < 2 || amount === all(entry, 'Amt')[0]
  const read = {
    kind,
    ...money,
    bookedOn: bookedOn.slice(0, 10),
    format: 'camt' as const,
    remittance: remittanceOf(entry, parts),
    senderName: textAt(parties, 'Dbtr', 'Nm') ?? textAt(parties, 'Dbtr', 'Pty', 'Nm'),
    senderAccount:
      textAt(parties, 'DbtrAcct', 'Id', 'IBAN') ?? textAt(parties, 'DbtrAcct', 'Id', 'Othr', 'Id'),
    bankId: bankIdOf(details, isWhole ? entry : undefined),
  }
  const problem = unstorable(read)
  if (problem !== null) throw new StatementFault(problem)
  return read
}

/** A credit that is a reversal is a payment of ours that came back; a debit that is one takes a payment to us back. */
function kindOf(direction: string | null, isReversal: boolean): StatementEntry['kind'] | null {
  if (direction === 'CRDT') return isReversal ? 'bounced' : 'incoming'
  if (direction === 'DBIT') return isReversal ? 'reversal' : null
  throw new StatementFault(`"${direction?.slice(0, 30) ?? ''}" does not say whether the money came or went.`)
}

/**
 * The bank's reference of the payment, or of its entry where that is one payment. The number of an entry (`NtryRef`) is not
 * one: it differs between the statement of the day and that of the month.
 */
function bankIdOf(details: XmlElement | undefined, entry: XmlElement | undefined): string | null {
  const given = [
    textAt(details, 'Refs', 'AcctSvcrRef'),
    textAt(details, 'Refs', 'TxId'),
    textAt(entry, 'AcctSvcrRef'),
  ]
  return given.find((text) => text !== null && !noReference.test(text)) ?? null
}

function remittanceOf(entry: XmlElement, parts: XmlElement[]): string {
  const written = [
    ...parts.flatMap((part) => [
      ...all(part, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
      ...all(part, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb'),
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

/** In minor units. Banks write zeros in front, and as many after the point as they like. */
function moneyOf(element: XmlElement | undefined): { amount: number; currency: string } {
  const text = element?.text.trim() ?? ''
  const currency = element?.attributes.Ccy?.toLowerCase() ?? ''
  const isAmount = /^[a-z]{3}$/.test(currency) && /^(?=.*\d)\d*(?:\.\d*)?$/.test(text)
  const amount = isAmount ? minorOf(text, currency) : null
  if (amount !== null) return { amount, currency }
  throw new StatementFault(`the amount "${text.slice(0, 30)}" ${currency.toUpperCase()} cannot be read.`)
}
