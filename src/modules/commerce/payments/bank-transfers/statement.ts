import { Day } from '#platform/contract/dates.ts'
import { AmountText } from '#platform/contract/wire.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { digestOf } from './entry-digest.ts'

/** Money on the seller's bank account, as a statement of the bank reports it. */
export interface StatementEntry {
  /**
   * `reversal`: the bank took back what came in; then `amount` is what went. `bounced`: a payment of ours came back.
   * `outgoing`: money that went out, of which the statement does not say whether it is a reversal.
   */
  kind: 'incoming' | 'reversal' | 'bounced' | 'outgoing'
  /** Minor units, above 0. */
  amount: number
  /** In lower case. */
  currency: string
  /** `2026-11-23` */
  bookedOn: string
  /** All that sender and bank wrote: structured and free remittance, end-to-end id. */
  remittance: string
  /** Of the other side: for money that went out, the receiver. */
  senderName: string | null
  senderAccount: string | null
  format: 'camt' | 'csv'
  /** Digest of what the bank itself calls the payment, with its day and amount (hex); null where the bank gives nothing. */
  bankId: string | null
  /** Digest of account, kind, day, amount, payer and text (hex). */
  digest: string
  /** Of a line of a table: digest of everything in the line (hex). */
  line?: string
}

/** A part of a file that is not recorded, and the reason. */
export interface Unread {
  /** Such as `Line 7, Amount` or `Entry 3`. */
  place: string
  message: string
}

export interface BankStatement {
  /** IBAN or number of the account; without spaces. */
  account: string
  entries: StatementEntry[]
  /** Entries of which nothing is recorded: charges, not yet booked, without an amount. */
  others: number
  unread: Unread[]
}

/** The file cannot be read as a statement; the message is for the person who chose it. */
export class StatementFault extends Error {
  readonly unread: readonly Unread[]

  constructor(message: string, unread: readonly Unread[] = []) {
    super(message)
    this.unread = unread
  }
}

const mostNamed = 20

/** @throws StatementFault for a file of which no entry can be read */
export function assertReadable(statements: readonly BankStatement[]): void {
  const unread = statements.flatMap((each) => each.unread)
  const isRead = statements.some(({ entries, others }) => entries.length + others > 0)
  if (isRead || unread.length === 0) return
  const named = unread.slice(0, mostNamed)
  throw new StatementFault(named.map(({ place, message }) => `${place}: ${message}`).join(' '), named)
}

/** As people compare what was written: letters and digits. */
export const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** An entry with what it is recognized by in other files; `bankId` is what the bank itself calls it. */
export function identified(
  account: string,
  entry: Omit<StatementEntry, 'bankId' | 'digest'> & { bankId: string | null },
): StatementEntry {
  const { kind, amount, currency, bookedOn, senderName, remittance, bankId } = entry
  // With the day: some banks use an id again later.
  const money = [account, kind, bookedOn, String(amount), currency]
  return {
    ...entry,
    bankId: bankId === null ? null : digestOf('bank', bankId, ...money),
    digest: digestOf('entry', compact(senderName ?? ''), compact(remittance), ...money),
  }
}

/** Why an entry cannot be recorded; null when lists can answer all its values. */
export function unstorable({
  bookedOn,
  currency,
  amount,
}: {
  bookedOn: string
  currency: string
  amount: number
}) {
  if (!Day.safeParse(bookedOn).success) return `"${bookedOn}" is no day.`
  if (!/^[a-z]{3}$/.test(currency)) return `"${currency}" is no currency.`
  if (
    !Number.isSafeInteger(amount) ||
    amount < 1 ||
    !AmountText.safeParse(toDecimal(amount, currency)).success
  )
    return 'the amount cannot be recorded.'
  return null
}

/** The key of an entry that a person has to look at. */
export const keyOf = ({ bankId, digest }: StatementEntry): string => bankId ?? digest

/** An id that the bank gives to several payments of a file names none of them. Equal entries that went out are counted. */
export function withOwnIds(entries: readonly StatementEntry[]): StatementEntry[] {
  const ids = Map.groupBy(entries, ({ bankId }) => bankId)
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const bankId = ids.get(entry.bankId)!.length > 1 ? null : entry.bankId
    if (entry.kind === 'incoming') return { ...entry, bankId }
    const key = keyOf({ ...entry, bankId })
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return { ...entry, bankId, digest: count === 1 ? entry.digest : digestOf(entry.digest, String(count)) }
  })
}
