import type { Database } from '#platform/database/database.ts'
import { idsOf, referenceOf, referencesIn } from '../../domain/transfer-reference.ts'
import type { Reversible } from './reversals.ts'
import { compact, type StatementEntry } from './statement.ts'
import { transferTables } from './tables.ts'
import type { Identity } from './transfer-writes.ts'

/** The orders with a reference: one, or two in a thousand million; then none. */
export async function ordersOf({ sql }: Database, reference: string): Promise<string[]> {
  const { first, last } = idsOf(reference)
  const rows = await transferTables(sql)
    .selectFrom('commerce_order')
    .select('id')
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
  const found = rows.map(({ id }) => id).filter((id) => referenceOf(id) === reference)
  return found.length === 1 ? found : []
}

/** Whether something became of a transfer already. */
export async function wasUsed({ sql }: Database, id: string): Promise<boolean> {
  const tables = transferTables(sql)
  const use = tables.selectFrom('commerce_transfer_use').select('useId').where('transferId', '=', id)
  const back = tables.selectFrom('commerce_transfer_return').select('returnId').where('transferId', '=', id)
  const found = await Promise.all([use.executeTakeFirst(), back.executeTakeFirst()])
  return found.some((each) => each !== undefined)
}

export async function isVoided({ sql }: Database, id: string): Promise<boolean> {
  const found = transferTables(sql).selectFrom('commerce_transfer').select('id').where('id', '=', id)
  return (await found.where('voidedAt', 'is not', null).executeTakeFirst()) !== undefined
}

export async function isReturned({ sql }: Database, returnId: string): Promise<boolean> {
  const found = transferTables(sql)
    .selectFrom('commerce_transfer_return')
    .select('returnId')
    .where('returnId', '=', returnId)
  return (await found.executeTakeFirst()) !== undefined
}

/** A recorded transfer that an entry may be about. */
export interface Recorded extends Reversible {
  senderName: string | null
}

/** Transfers on the own account of one of these amounts, of which nothing went back. */
export async function recordedWith(
  { sql }: Database,
  { amounts, bookedOn }: { amounts: readonly number[]; bookedOn?: string },
): Promise<Recorded[]> {
  if (amounts.length === 0) return []
  const stored = await transferTables(sql)
    .selectFrom('commerce_transfer as t')
    .leftJoin('commerce_transfer_sender as s', 's.transferId', 't.id')
    .select(['t.id', 't.amountMinor', 't.currency', 't.bookedOn', 's.remittance'])
    .select(['s.account as senderAccount', 's.name as senderName'])
    .where('t.source', '=', 'statement')
    .where('t.amountMinor', 'in', amounts)
    .where('t.returnedMinor', '=', 0)
    .where('t.voidedAt', 'is', null)
    .$if(bookedOn !== undefined, (rows) => rows.where('t.bookedOn', '=', bookedOn!))
    .orderBy('t.id')
    .execute()
  return stored.map(({ amountMinor: amount, remittance, ...row }) => ({
    ...row,
    amount,
    remittance: remittance ?? '',
  }))
}

/** Whether an order has money of a transfer on the own account. */
async function hasTransfer({ sql }: Database, orderIds: readonly string[]): Promise<boolean> {
  if (orderIds.length === 0) return false
  const found = await transferTables(sql)
    .selectFrom('commerce_transfer_use as u')
    .innerJoin('commerce_transfer as t', 't.id', 'u.transferId')
    .select('u.useId')
    .where('u.orderId', 'in', orderIds)
    .where('t.source', '=', 'statement')
    .where(({ eb }) =>
      eb(eb('u.withdrawnMinor', '+', eb.ref('u.refundedMinor')), '<', eb.ref('u.appliedMinor')),
    )
    .executeTakeFirst()
  return found !== undefined
}

type Words = Pick<Recorded, 'senderName' | 'senderAccount' | 'remittance'>
const fewest = 4

/** Whether two entries speak of the same payer or say the same. For people to look at: it decides nothing. */
function alike(one: Words, other: Words): boolean {
  const holds = (a: string, b: string): boolean => b.length >= fewest && a.includes(b)
  const [said, saidToo] = [one, other].map(({ remittance }) => compact(remittance)) as [string, string]
  const [payer, payerToo] = [one, other].map(({ senderName }) => compact(senderName ?? '')) as [
    string,
    string,
  ]
  return (
    (one.senderAccount !== null && one.senderAccount === other.senderAccount) ||
    holds(said, saidToo) ||
    holds(saidToo, said) ||
    holds(`${said} ${payer}`, payerToo) ||
    holds(`${saidToo} ${payerToo}`, payer)
  )
}

/** What is recorded of the identities of an entry. */
export interface Recognized {
  /** The transfer that it repeats: by the bank's id, or because it says the same. */
  same: string | null
  /** The transfer that the same line of a table brought, read otherwise. */
  otherwise: string | null
  /** Identities with which it is recorded. */
  identities: Identity[]
}

/** @param claimed transfers that other entries of the file repeat or added */
export async function recognize(
  { sql }: Database,
  { bankId, digest, line, format }: StatementEntry,
  claimed: ReadonlySet<string>,
): Promise<Recognized> {
  const own = [
    ...(bankId === null ? [] : [{ kind: 'bank' as const, digest: bankId }]),
    { kind: 'same' as const, digest },
    ...(line === undefined ? [] : [{ kind: 'line' as const, digest: line }]),
  ]
  const stored = await transferTables(sql)
    .selectFrom('commerce_transfer_identity as i')
    .innerJoin('commerce_transfer as t', 't.id', 'i.transferId')
    .select(['i.kind', 'i.digest', 'i.ordinal', 'i.transferId', 't.voidedAt'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('commerce_transfer_identity as b')
          .select('b.digest')
          .whereRef('b.transferId', '=', 'i.transferId')
          .where('b.kind', '=', 'bank')
          .where('b.format', '=', format),
      ).as('hasBankId'),
    )
    .where(
      'i.digest',
      'in',
      own.map((each) => each.digest),
    )
    .orderBy('i.ordinal')
    .execute()
  const of = (kind: Identity['kind']) => stored.filter((row) => row.kind === kind)
  // Two ids of one bank are two payments, whatever they say.
  const free = (row: (typeof stored)[number]): boolean =>
    !claimed.has(row.transferId) && !(bankId !== null && row.hasBankId)
  const found = of('bank')[0] ?? of('same').find(free)
  const otherwise = of('line').find((row) => free(row) && row.voidedAt === null)
  return {
    same: found?.transferId ?? null,
    otherwise: otherwise?.transferId ?? null,
    identities: own.map((identity) => ({
      ...identity,
      format,
      ordinal: Math.max(0, ...of(identity.kind).map(({ ordinal }) => ordinal)) + 1,
    })),
  }
}

/** The transfers that the bank's ids name, which no other entry of the file can repeat. */
export async function namedByBank({ sql }: Database, entries: readonly StatementEntry[]): Promise<string[]> {
  const ids = entries.flatMap(({ bankId }) => (bankId === null ? [] : [bankId]))
  const found: string[] = []
  for (let at = 0; at < ids.length; at += 1_000) {
    const rows = await transferTables(sql)
      .selectFrom('commerce_transfer_identity')
      .select('transferId')
      .where('kind', '=', 'bank')
      .where('digest', 'in', ids.slice(at, at + 1_000))
      .execute()
    found.push(...rows.map((row) => row.transferId))
  }
  return found
}

/** Stores the bank's id of a recorded transfer, found in another kind of file. From then on another id is another payment. */
export async function nameByBank(
  { sql }: Database,
  id: string,
  { bankId, format }: StatementEntry,
): Promise<void> {
  if (bankId === null) return
  await transferTables(sql)
    .insertInto('commerce_transfer_identity')
    .values({ kind: 'bank', digest: bankId, ordinal: 1, transferId: id, format })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A recorded transfer of this day and amount that is perhaps the same payment. @param without those of the entry's own file */
export async function similarTo(
  database: Database,
  entry: StatementEntry,
  without: ReadonlySet<string>,
): Promise<string | null> {
  const { amount, bookedOn, currency } = entry
  const recorded = await recordedWith(database, { amounts: [amount], bookedOn })
  const likely = recorded.find(
    (one) => !without.has(one.id) && one.currency === currency && alike(one, entry),
  )
  return likely?.id ?? null
}

/**
 * Whether money that went out has the reference of an order that a transfer paid, or the amount and payer of a transfer.
 * @param planned what the same file brings
 */
export async function isPerhapsReversal(
  database: Database,
  entry: StatementEntry,
  recorded: readonly Recorded[],
  planned: readonly Recorded[],
): Promise<boolean> {
  const references = referencesIn(entry.remittance)
  const names = (one: Recorded): boolean =>
    references.length > 0 && referencesIn(one.remittance).some((each) => references.includes(each))
  const isOfAmount = (one: Recorded): boolean =>
    one.amount === entry.amount && one.currency === entry.currency && one.bookedOn <= entry.bookedOn
  if (
    planned.some(names) ||
    [...recorded, ...planned].some((one) => isOfAmount(one) && (alike(one, entry) || names(one)))
  )
    return true
  const orderIds = (await Promise.all(references.map((each) => ordersOf(database, each)))).flat()
  return hasTransfer(database, orderIds)
}
