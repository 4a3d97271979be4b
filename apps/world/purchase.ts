import type { Draw } from './draw.ts'
import type { Account } from './world.ts'

/** The one product that the migrations bring. */
export const productId = '5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af'

/** How buyers pay, and how often in a hundred. */
export const ways = {
  card: 58,
  'second card': 9,
  'declined for good': 4,
  authenticated: 7,
  'bank debit': 7,
  'returned debit': 2,
  'never pays': 7,
  disputed: 3,
  'pending refund': 2,
  'failing refund': 1,
}
export type Way = keyof typeof ways

/** One person on the way from the questionnaire to a paid order, or as far as that person goes. */
export interface Purchase extends Account {
  draw: Draw
  way: Way
  orderId: string
  intentId: string
  clientSecret: string
}
