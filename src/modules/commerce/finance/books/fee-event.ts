import { z } from 'zod'
import { currentVersion, type Upcasters, upcastData } from '../../domain/upcasters.ts'

/**
 * What the provider kept of a payment, as its balance tells it. It has a stream of its own per movement of the
 * balance (`balance-txn_…`): an order is whole without it.
 */
export const feeEventType = 'ProviderFeeObserved'
export const feeStreamOf = (transactionId: string): string => `balance-${transactionId}`

const FeeData = z.object({
  transactionId: z.string(),
  /** The charge or dispute that cost it. */
  subject: z.string(),
  intentId: z.string(),
  orderId: z.string(),
  /** Minor units; negative when a fee was given back. */
  fee: z.number().int(),
  currency: z.string(),
  /** When the movement was made, by Stripe's clock; null in an event of version 1, which does not tell it. */
  createdAt: z.iso.datetime().nullable(),
})
export type FeeData = z.infer<typeof FeeData>

const upcasters: Upcasters = { [feeEventType]: [(data) => ({ ...data, createdAt: null })] }
export const feeSchemaVersion = currentVersion(feeEventType, upcasters)

/** @throws RangeError for a version that this release does not know. */
export function feeOf(stored: { schemaVersion: number; data: object }): FeeData {
  return FeeData.parse(upcastData({ ...stored, type: feeEventType }, upcasters))
}
