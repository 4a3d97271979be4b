import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Line, NumberLine } from '#platform/contract/line.ts'
import { answer, readAs } from '#platform/contract/wire.ts'
import { InvoiceDetailsBody } from '../../invoices/contract-invoice-details.ts'
import { StateAnswer } from './contract.ts'

const orderParams = z.object({ id: z.string().max(64) })
const finance = { staff: ['finance'] } as const

export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/finance/orders/:id/refunds',
  summary: 'Refund an order, in full or in part',
  access: finance,
  params: orderParams,
  /** Strict: silently dropping an unknown field could refund another amount than the caller meant. */
  body: z.strictObject({
    /** Decimal string with at most the places of the payment's currency; absent: all that is left. */
    amount: z
      .string()
      .regex(/^\d{1,10}(\.\d{1,3})?$/, 'must be an amount such as 250.00')
      .optional(),
    /** Refused unless it is the currency of the payment. */
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/, 'must be a currency such as usd')
      .optional(),
    reason: z.string().trim().min(3).max(200),
    /** Which payment, when an order has several. */
    intentId: z.string().max(255).optional(),
    /** Chosen by the caller; a repeat with the same id refunds nothing more. A refund of an amount needs it, or `version`. */
    requestId: z.uuid().optional(),
    /**
     * The version of the order that the caller saw; 409 `ORDER_CHANGED` when the order has changed since. Send it when a
     * person decides by what a screen shows. Without it the refund is checked against the current order: never more is
     * refunded than was received.
     */
    version: z.number().int().min(1).max(2_000_000_000).optional(),
    /**
     * Seats of an organization that close when the refund succeeds: the first ones of `toClose`, as the caller saw
     * them; 409 `SEATS_CHANGED` when `toClose` has changed since. Required for such an order; [] closes none.
     */
    seatIds: z.array(z.uuid()).max(1_000).optional(),
    /** The ones of `seatIds` that were claimed when the caller looked; 409 `SEATS_CHANGED` when another one is claimed by now. */
    claimedSeatIds: z.array(z.uuid()).max(1_000).optional(),
  }),
  response: StateAnswer,
})

export const orderSeats = endpoint({
  method: 'GET',
  path: '/api/finance/orders/:id/seats',
  summary: 'The seats of an order, in the order in which refunds close them',
  access: finance,
  params: orderParams,
  response: answer({
    /** Null for the order of a person. */
    seats: z
      .object({
        bought: z.number().int(),
        closed: z.number().int(),
        /** Reserved for pending refunds. */
        closing: z.number().int(),
        toClose: z.array(
          z.object({
            id: z.uuid(),
            number: z.number().int(),
            /** The person who claimed it; null when unclaimed, and (with `claimed`) for an erased person. */
            name: z.string().nullable(),
            claimed: z.boolean(),
            invited: z.boolean(),
          }),
        ),
      })
      .nullable(),
  }),
})

/** The details of a buyer that an invoice prints. */
const PrintedDetails = InvoiceDetailsBody.safeExtend({
  firstName: Line.default(''),
  lastName: Line.default(''),
  /** The payer's own number of the purchase order. */
  reference: NumberLine.default(''),
})

export const invoicedDetails = endpoint({
  method: 'GET',
  path: '/api/finance/orders/:id/invoice-details',
  summary: 'The details of the recipient as on the invoice; null once erased',
  access: finance,
  params: orderParams,
  response: answer({ details: readAs(PrintedDetails).nullable() }),
})

export const correctInvoice = endpoint({
  method: 'POST',
  path: '/api/finance/orders/:id/invoice-corrections',
  summary: 'Issue the invoice again with other details: a credit note over all of it, and a new invoice',
  access: finance,
  params: orderParams,
  body: PrintedDetails.safeExtend({
    /** As the caller saw it; 409 `INVOICE_REPLACED` when it is not the valid one any more. */
    invoiceNumber: z.string().max(40),
    reason: z.string().trim().min(3).max(200),
  }),
  response: StateAnswer,
})

export const noteOrder = endpoint({
  method: 'POST',
  path: '/api/finance/orders/:id/notes',
  summary: 'Add a remark to an order; it stays for good and must not name people',
  access: finance,
  params: orderParams,
  body: z.object({ text: z.string().trim().min(3).max(500) }),
  response: StateAnswer,
})
