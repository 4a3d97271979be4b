import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import type { SearchHit } from '#platform/contract/search-contract.ts'
import { mostHits, SearchedList, type Searcher } from '#platform/http/searched-list.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import {
  documentNumberOf,
  invoiceOfRow,
  numbered,
  printedNumber,
  shortOrderId,
} from '../domain/document-names.ts'
import { typedAmount } from '../orders/typed-amount.ts'
import type { QuoteList } from '../quotes/quote-list.ts'
import type { TransferList } from './bank-transfers/transfer-list.ts'
import type { Payouts } from './payouts/payouts.ts'
import type { DocumentRegister } from './register/document-register.ts'
import type { OrderReadings } from './search/order-readings.ts'
import type { OrderSearches } from './search/order-search.ts'

type Found = Promise<{ total: number; hits: SearchHit[] }>

const firstPage = { page: 1, pageSize: mostHits }
const roles = ['finance', 'viewer'] as const
const present = (details: readonly (string | null | undefined)[]): string[] =>
  details.flatMap((detail) => detail || [])

/** Orders, for the search of staff. */
export class SearchedOrders extends SearchedList {
  readonly group = 'orders'
  readonly roles = roles
  readonly #search: OrderSearches
  readonly #readings: OrderReadings

  constructor(search: OrderSearches, readings: OrderReadings) {
    super()
    this.#search = search
    this.#readings = readings
  }

  override async find(q: string, { actor }: Searcher): Found {
    const seesPeople = await this.#readings.seesPeople(actor)
    const { rows, total } = await this.#search.find(
      { q, sort: 'placed', direction: 'desc', ...firstPage },
      seesPeople,
    )
    const buyers = seesPeople ? await this.#search.buyersOf(rows) : new Map<string, never>()
    const hits = rows.map((row) => {
      const buyer = buyers.get(row.id)
      return {
        id: row.id,
        title: invoiceOfRow(row) ?? shortOrderId(row.id),
        details: present([
          buyer && `${buyer.firstName} ${buyer.lastName}`.trim(),
          buyer?.company,
          row.productName,
        ]),
        amount: toDecimal(row.totalMinor, row.currency),
        currency: row.currency,
      }
    })
    return { total, hits }
  }
}

/** Invoices, credit notes and debit notes by their number, for the search of staff. */
export class SearchedDocuments extends SearchedList {
  readonly group = 'documents'
  readonly roles = roles
  readonly #register: DocumentRegister
  readonly #readings: OrderReadings

  constructor(register: DocumentRegister, readings: OrderReadings) {
    super()
    this.#register = register
    this.#readings = readings
  }

  override async find(q: string, { actor }: Searcher): Found {
    if (documentNumberOf(q) === null) return { total: 0, hits: [] }
    const seesPeople = await this.#readings.seesPeople(actor)
    const { documents } = await this.#register.find({ q, from: undefined, to: undefined }, 1, mostHits)
    const hits = documents.map(({ kind, orderId, buyer, total, currency, ...number }) => ({
      id: orderId,
      title: printedNumber(kind, number),
      details: present([numbered[kind].title, ...(seesPeople ? [buyer?.name, buyer?.company] : [])]),
      amount: currency === '' ? null : toDecimal(total, currency),
      currency: currency || null,
    }))
    return { total: hits.length, hits }
  }
}

/** Quotes, for the search of staff. */
export class SearchedQuotes extends SearchedList {
  readonly group = 'quotes'
  readonly roles = roles
  readonly #list: QuoteList
  readonly #reads: AuditedReads

  constructor(list: QuoteList, reads: AuditedReads) {
    super()
    this.#list = list
    this.#reads = reads
  }

  override async find(q: string, searcher: Searcher): Found {
    const seesPeople = await this.#reads.seesPeople(searcher, 'Read quotes', 'Quotes')
    const { quotes, total } = await this.#list.find({ q, ...firstPage }, seesPeople)
    const hits = quotes.map((quote) => ({
      id: quote.id,
      title: quote.number,
      details: present([...(seesPeople ? [quote.company, quote.askedBy] : []), quote.status]),
      amount: toDecimal(quote.total, quote.currency),
      currency: quote.currency,
    }))
    return { total, hits }
  }
}

/** Payouts by the amount of the bank statement, for the search of staff. */
export class SearchedPayouts extends SearchedList {
  readonly group = 'payouts'
  readonly roles = roles
  readonly #payouts: Payouts

  constructor(payouts: Payouts) {
    super()
    this.#payouts = payouts
  }

  override async find(q: string): Found {
    if (typedAmount(q) === undefined && !q.startsWith('po_')) return { total: 0, hits: [] }
    const { payouts, total } = await this.#payouts.find({ q, ...firstPage })
    const hits = payouts.map(({ id, arrivesAt, status, amount, currency, orders }) => ({
      id,
      title: `Payout of ${arrivesAt.toISOString().slice(0, 10)}`,
      details: [status.replaceAll('_', ' '), orders === 1 ? '1 order' : `${orders} orders`],
      amount: toDecimal(amount, currency),
      currency,
    }))
    return { total, hits }
  }
}

/** Bank transfers, for the search of staff. */
export class SearchedTransfers extends SearchedList {
  readonly group = 'transfers'
  readonly roles = roles
  readonly #list: TransferList
  readonly #reads: AuditedReads

  constructor(list: TransferList, reads: AuditedReads) {
    super()
    this.#list = list
    this.#reads = reads
  }

  override async find(q: string, searcher: Searcher): Found {
    const seesPeople = await this.#reads.seesPeople(searcher, 'Read bank transfers', 'Transfers')
    const { transfers, total } = await this.#list.find({ q, ...firstPage }, seesPeople)
    const hits = transfers.map(({ id, bookedOn, senderName, remittance, amount, currency }) => ({
      id,
      title: senderName ?? bookedOn,
      details: present([senderName && bookedOn, remittance]),
      amount: toDecimal(amount, currency),
      currency,
    }))
    return { total, hits }
  }
}
