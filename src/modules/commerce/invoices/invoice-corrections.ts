import { type AuditChange, AuditLog } from '#platform/audit/audit-log.ts'
import { Database } from '#platform/database/database.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import { shortOrderId } from '../domain/document-names.ts'
import { replaceInvoice } from '../domain/due-decisions.ts'
import { type BuyerDetails, buyerOf, invoiceDetailsOf } from '../orders/buyers.ts'
import type { Loaded } from '../orders/loaded.ts'
import { Orders } from '../orders/orders.ts'

/** The details as texts; an empty one for what is not said. */
type Details = Record<keyof BuyerDetails, string>

/** Issues an invoice again whose recipient was wrong. No money moves. */
export class InvoiceCorrections {
  static readonly needs = { database: Database, orders: Orders, audit: AuditLog }
  readonly #parts: Given<typeof InvoiceCorrections.needs>

  constructor(parts: Given<typeof InvoiceCorrections.needs>) {
    this.#parts = parts
  }

  /** What the invoice says of its recipient; null once erased. */
  async detailsOf(orderId: string): Promise<Details | null> {
    const stored = await buyerOf(this.#parts.database.sql, orderId)
    if (stored === null || stored.isErased) return null
    const { firstName, lastName, reference } = stored.buyer
    const said = Object.entries({ ...invoiceDetailsOf(stored.buyer), firstName, lastName, reference })
    return Object.fromEntries(said.map(([field, text]) => [field, text ?? ''])) as Details
  }

  /** @throws AppError as `replaceInvoice`; conflict `BUYER_ERASED`, `TAX_IS_CREDITED`; invalid `LETTERS_NOT_PRINTED` */
  async correct(
    { order: { id, placed } }: Loaded,
    { details, ...asked }: { invoiceNumber: string; reason: string; details: Details },
    staff: StaffActor,
    requestId: string,
  ): Promise<Loaded> {
    await assertPrintable(details)
    const before = await this.detailsOf(id)
    if (before === null)
      throw new AppError(
        'conflict',
        'BUYER_ERASED',
        'The data of this buyer is erased: nothing can be corrected.',
      )
    const fields = (Object.keys(details) as (keyof Details)[]).filter((key) => details[key] !== before[key])
    // The audit log cannot forget: of a person it has the names of the fields, and the documents have the rest.
    const isNamed = (field: keyof Details) => placed?.organizationId && !/Name$/.test(field)
    const changes = fields.map((path): AuditChange => {
      const [was, is] = isNamed(path)
        ? [before[path], details[path]]
        : ['as on the replaced invoice', 'corrected']
      return { path, before: was, after: is }
    })
    const entry = this.#parts.audit.statementOf({
      by: staff.username,
      action: 'Issued an invoice again',
      subject: `Order ${shortOrderId(id)}`,
      changes: [
        { path: 'reason', after: asked.reason },
        { path: 'invoice', before: asked.invoiceNumber },
        ...changes,
      ],
    })
    const isSaid = Object.entries(details).map(([field, text]) => {
      return [field, text === '' && !/Name$/.test(field) ? null : text]
    })
    const corrected = Object.fromEntries(isSaid) as BuyerDetails
    const { reason, invoiceNumber } = asked
    return this.#parts.orders.change(
      id,
      { actor: staff, requestId },
      ({ order }) => replaceInvoice(order, invoiceNumber, { fields, reason, by: staff.staffId }),
      { corrected, writes: () => [entry], once: true },
    )
  }
}
