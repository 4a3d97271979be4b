import { z } from 'zod'

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
})
export type FeeData = z.infer<typeof FeeData>

/** @throws RangeError for a version that this release does not know. */
export function feeOf(stored: { schemaVersion: number; data: unknown }): FeeData {
  if (stored.schemaVersion !== 1)
    throw new RangeError(`${feeEventType} version ${stored.schemaVersion} cannot be read`)
  return FeeData.parse(stored.data)
}
