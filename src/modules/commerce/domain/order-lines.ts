/** Why a line costs less than its list price: a step of the prices by quantity (`from-10`), or a coupon. */
export interface LineDiscount {
  kind: 'volume' | 'coupon'
  /** Of the step or the coupon. */
  id: string
  /** What it takes off the whole line, in minor units; positive. */
  amount: number
}

/** One position of an order. Amounts are minor units. */
export interface OrderLine {
  /** From 1. */
  line: number
  productId: string
  productName: string
  /** The cohort as asked for when the order was placed; the program knows which one holds now. */
  cohortId: string | null
  /** Seats; 1 for a person. */
  quantity: number
  /** List price of one. */
  unitPrice: number
  discounts: LineDiscount[]
}

/** What a line costs; never below zero, even if its discounts are larger. */
export function lineTotal({ quantity, unitPrice, discounts }: OrderLine): number {
  return Math.max(
    0,
    discounts.reduce((left, { amount }) => left - amount, quantity * unitPrice),
  )
}

/** What lines would cost without any discount. */
export const listTotal = (lines: readonly OrderLine[]): number =>
  lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)

export const totalOf = (lines: readonly OrderLine[]): number =>
  lines.reduce((sum, line) => sum + lineTotal(line), 0)

export const seatsOf = (lines: readonly OrderLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** The line of an order over `quantity` of one product without any discount. */
export function plainLine(
  product: { id: string; name: string; price: number },
  quantity = 1,
  cohortId: string | null = null,
): OrderLine {
  const { id: productId, name: productName, price: unitPrice } = product
  return { line: 1, productId, productName, cohortId, quantity, unitPrice, discounts: [] }
}
