import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import { documentNumbersIn, invoiceOfRow } from '../../domain/document-names.ts'
import { orderTables } from '../../orders/tables.ts'
import { compact } from '../../payments/bank-transfers/statement.ts'
import type { transferProposals } from './contract.ts'

/** Money whose reference names no order. */
export interface Unassigned {
  /** Minor units. */
  amount: number
  currency: string
  senderName: string | null
  remittance: string
}

/** An order that money is perhaps for; only a person applies it. */
export type Proposal = OutputOf<typeof transferProposals>['proposals'][number]

interface Open extends Omit<Proposal, 'by'> {
  number: number | null
  year: number | null
  reference: string
}

const most = 3
/** Shorter names and numbers are in too many texts by chance. */
const fewest = 4
const legalForms =
  /\b(gmbh|ag|kg|mbh|se|ltd|limited|inc|llc|plc|corp|co|sa|sas|sarl|bv|nv|ab|oy|as|aps|spa|srl)\b\.?/gi

/** Finds open invoices by what people write instead of the reference: a number of the invoice or purchase order, or their company. */
export class Proposals {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The proposals for each of these, the surest first. */
  async of(payments: readonly Unassigned[]): Promise<Proposal[][]> {
    if (payments.length === 0) return []
    const rows = await orderTables(this.#database.sql)
      .selectFrom('commerce_order as o')
      .leftJoin('commerce_order_customer as c', 'c.order_id', 'o.id')
      .select([
        'o.id',
        'o.currency',
        'o.total_minor',
        'o.received_minor',
        'o.invoice_number',
        'o.invoice_year',
      ])
      .select(['c.company', 'c.reference'])
      .where('o.due_at', 'is not', null)
      .orderBy('o.due_at')
      .execute()
    const open = rows.map(
      (row): Open => ({
        ...{
          orderId: row.id,
          currency: row.currency,
          company: row.company,
          reference: compact(row.reference ?? ''),
        },
        open: Number(row.total_minor) - Number(row.received_minor),
        number: row.invoice_number,
        year: row.invoice_year,
        invoiceNumber: invoiceOfRow({ invoiceNumber: row.invoice_number, invoiceYear: row.invoice_year }),
      }),
    )
    return payments.map((payment) => proposalsOf(payment, open))
  }
}

function proposalsOf(payment: Unassigned, open: readonly Open[]): Proposal[] {
  const text = `${payment.senderName ?? ''} ${payment.remittance}`
  const words = compact(text)
  const found = open
    .filter(({ currency }) => currency === payment.currency)
    .flatMap((order): Proposal[] => {
      const company = compact((order.company ?? '').replaceAll(legalForms, ''))
      const by: Proposal['by'] | null = namesInvoice(text, order)
        ? 'invoice'
        : order.reference.length >= fewest && words.includes(order.reference)
          ? 'purchase-order'
          : company.length >= fewest && words.includes(company) && order.open === payment.amount
            ? 'company'
            : null
      return by === null ? [] : [{ ...order, by }]
    })
  const sureness = ['invoice', 'purchase-order', 'company']
  return found.sort((a, b) => sureness.indexOf(a.by) - sureness.indexOf(b.by)).slice(0, most)
}

/** In any writing, or as the printed digits alone. A year narrows the search only where one is written. */
function namesInvoice(text: string, { number, year }: Open): boolean {
  if (number === null) return false
  const isNamed = documentNumbersIn(text).some(
    (one) => one.kind === 'invoice' && one.number === number && (one.year === null || one.year === year),
  )
  return isNamed || new RegExp(`(?<![-\\d])${String(number).padStart(6, '0')}(?!\\d)`).test(text)
}
