import { z } from 'zod'

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
  /** Null for a fee of the account, or of a charge without a payment. */
  intentId: z.string().nullable(),
  orderId: z.string().nullable(),
  /** Minor units; negative for a fee that was refunded. */
  fee: z.number().int(),
  currency: z.string(),
  /** When the movement was made, by Stripe's clock. */
  createdAt: z.iso.datetime(),
})
export type FeeData = z.infer<typeof FeeData>

export const feeSchemaVersion = 1

/** @throws RangeError for a version that this release does not know. */
export function feeOf({ schemaVersion, data }: { schemaVersion: number; data: object }): FeeData {
  if (schemaVersion !== feeSchemaVersion)
    throw new RangeError(`${feeEventType} version ${schemaVersion} cannot be read by this release`)
  return FeeData.parse(data)
}
