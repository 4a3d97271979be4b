import { z } from 'zod'
import { currentVersion, type Upcasters, upcastData } from '../../domain/upcasters.ts'

/**
 * The fee of a payment, as a balance transaction of the provider states it. Each balance transaction has a stream of its
 * own (`balance-txn_…`), because an order does not depend on its fees.
 */
export const feeEventType = 'ProviderFeeObserved'
export const feeStreamOf = (transactionId: string): string => `balance-${transactionId}`

const FeeData = z.object({
  transactionId: z.string(),
  /** Id of the charge or dispute that the fee is for. */
  subject: z.string(),
  intentId: z.string(),
  orderId: z.string(),
  /** Minor units; negative for a fee that was refunded. */
  fee: z.number().int(),
  currency: z.string(),
  /** When the movement was made, by Stripe's clock; null in an event of version 1, which lacks it. */
  createdAt: z.iso.datetime().nullable(),
})
export type FeeData = z.infer<typeof FeeData>

const upcasters: Upcasters = { [feeEventType]: [(data) => ({ ...data, createdAt: null })] }
export const feeSchemaVersion = currentVersion(feeEventType, upcasters)

/** @throws RangeError for a version that this release does not know. */
export function feeOf(stored: { schemaVersion: number; data: object }): FeeData {
  return FeeData.parse(upcastData({ ...stored, type: feeEventType }, upcasters))
}
