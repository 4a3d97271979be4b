import type { Selectable } from 'kysely'
import type { InputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { type TransferTables, transferTables } from '../../payments/bank-transfers/tables.ts'
import { KeptSums } from '../books/kept-sums.ts'
import type { listTransfers, TransferView } from './contract.ts'
import { transferMatches } from './transfer-search.ts'

export type TransferFilter = InputOf<typeof listTransfers>['query']

/** The ledger of bank transfers as finance sees it. */
export class TransferList {
  readonly #database: Database
  readonly #kept: KeptSums<TransferSums[]>

  constructor(database: Database) {
    this.#database = database
    this.#kept = new KeptSums(database.sql)
  }

  /** @param seesPeople whether senders and their remittance texts are shown, and found by `q` */
  async find(filter: TransferFilter, seesPeople: boolean) {
    const { page, pageSize } = filter
    const [rows, sums] = await Promise.all([
      this.#matching(filter, seesPeople)
        .selectAll()
        .orderBy('recordedAt', 'desc')
        .orderBy('id')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
      // Senders are erased without an event, so that what is found by them is added up each time.
      filter.q === undefined || filter.q === ''
        ? this.#kept.of(JSON.stringify({ state: filter.state, from: filter.from, to: filter.to }), () =>
            this.#sums(filter, seesPeople),
          )
        : this.#sums(filter, seesPeople),
    ])
    return {
      transfers: await this.#views(rows, seesPeople),
      total: sums.reduce((sum, { transfers }) => sum + transfers, 0),
      page,
      pageSize,
      sums,
    }
  }

  async #sums(filter: TransferFilter, seesPeople: boolean): Promise<TransferSums[]> {
    const counted = await this.#matching(filter, seesPeople)
      .select(({ fn }) => [
        'currency',
        fn.countAll().as('count'),
        fn.sum('amountMinor').as('amount'),
        fn.sum('appliedMinor').as('applied'),
        fn.sum('returnedMinor').as('returned'),
      ])
      .groupBy('currency')
      .orderBy('currency')
      .execute()
    return counted.map(({ currency, count, amount, applied, returned }) => ({
      currency,
      transfers: Number(count),
      ...partsOf(currency, amount, applied, returned, filter.state === 'mistaken'),
    }))
  }

  async get(id: string, seesPeople: boolean): Promise<TransferView | undefined> {
    const rows = await this.#all.selectAll().where('id', '=', id).execute()
    return (await this.#views(rows, seesPeople))[0]
  }

  /** All who sent something that an import recorded, in one text. */
  async sendersOf(importId: string): Promise<string> {
    const senders = await this.#all
      .innerJoin('commerce_transfer_sender as s', 's.transferId', 'commerce_transfer.id')
      .select('s.name')
      .where('importId', '=', importId)
      .execute()
    return senders.map(({ name }) => name ?? '').join(' ')
  }

  get #all() {
    return transferTables(this.#database.sql).selectFrom('commerce_transfer')
  }

  #matching({ state, q, from, to }: Omit<TransferFilter, 'page' | 'pageSize'>, seesPeople: boolean) {
    return (
      this.#all
        // Who asks for one by its id is shown it.
        .$if(!isUuid(q ?? ''), (rows) => rows.where('voidedAt', state === 'mistaken' ? 'is not' : 'is', null))
        .$if(state === 'applied', (rows) => rows.where('appliedMinor', '>', 0))
        .$if(state === 'returned', (rows) => rows.where('returnedMinor', '>', 0))
        .$if(state === 'unassigned', (rows) =>
          rows.where(({ eb }) =>
            eb(eb('appliedMinor', '+', eb.ref('returnedMinor')), '<>', eb.ref('amountMinor')),
          ),
        )
        .$if(from !== undefined, (rows) => rows.where('bookedOn', '>=', from!))
        .$if(to !== undefined, (rows) => rows.where('bookedOn', '<=', to!))
        .$if(q !== undefined && q !== '', (rows) => rows.where(transferMatches(q!, seesPeople)))
    )
  }

  async #views(rows: readonly TransferRow[], seesPeople: boolean): Promise<TransferView[]> {
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    const tables = transferTables(this.#database.sql)
    const imports = [...new Set(rows.flatMap(({ importId }) => importId ?? []))]
    const [uses, returns, imported, senders] = await Promise.all([
      tables
        .selectFrom('commerce_transfer_use')
        .selectAll()
        .where('transferId', 'in', ids)
        .orderBy('useId')
        .execute(),
      tables
        .selectFrom('commerce_transfer_return')
        .selectAll()
        .where('transferId', 'in', ids)
        .orderBy('returnedAt', 'desc')
        .execute(),
      imports.length === 0
        ? []
        : this.#all
            .select(({ fn }) => ['importId', fn.countAll().as('transfers')])
            .where('importId', 'in', imports)
            .groupBy('importId')
            .execute(),
      seesPeople
        ? tables.selectFrom('commerce_transfer_sender').selectAll().where('transferId', 'in', ids).execute()
        : [],
    ])
    return rows.map(({ id, source, bookedOn, currency, ...row }) => {
      const mistaken = row.voidedAt !== null
      const { amountMinor: amount, appliedMinor: applied, returnedMinor: returned } = row
      const whole = imported.find(({ importId }) => importId !== null && importId === row.importId)
      const sender = senders.find(({ transferId }) => transferId === id)
      const held = new Map<string, number>()
      for (const use of uses.filter(({ transferId }) => transferId === id)) {
        const left = use.appliedMinor - use.withdrawnMinor - use.refundedMinor
        if (left !== 0) held.set(use.orderId, (held.get(use.orderId) ?? 0) + left)
      }
      return {
        id,
        source,
        bookedOn,
        currency,
        mistaken,
        amount,
        applied,
        returned,
        unassigned: mistaken ? 0 : amount - applied - returned,
        orders: [...held].map(([orderId, left]) => ({ orderId, amount: left })),
        returns: returns
          .filter(({ transferId }) => transferId === id)
          .map(({ amountMinor, reason, returnedAt }) => ({ amount: amountMinor, reason, at: returnedAt })),
        imported: whole ? { id: row.importId!, transfers: Number(whole.transfers) } : null,
        senderName: sender?.name ?? null,
        senderAccount: sender?.account ?? null,
        remittance: sender?.remittance ?? null,
      }
    })
  }
}

type TransferRow = Selectable<TransferTables['commerce_transfer']>
type TransferSums = { currency: string; transfers: number } & ReturnType<typeof partsOf>

/** Sums may be too large for a number. */
type Minor = number | string | bigint | null

function partsOf(currency: string, amount: Minor, applied: Minor, returned: Minor, isVoid = false) {
  const [all, used, back] = [amount, applied, returned].map((minor) => BigInt(minor ?? 0)) as [
    bigint,
    bigint,
    bigint,
  ]
  return {
    amount: toDecimal(all, currency),
    applied: toDecimal(used, currency),
    unassigned: toDecimal(isVoid ? 0n : all - used - back, currency),
    returned: toDecimal(back, currency),
  }
}
