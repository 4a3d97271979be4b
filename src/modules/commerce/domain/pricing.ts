import { stepOf } from '#platform/kernel/money.ts'
import type { LineDiscount } from './order-lines.ts'

/** From so many seats on, so much less for all of them. */
export interface VolumeStep {
  from: number
  /** 1 to 100. */
  percent: number
}

/** What a coupon takes off a line: a share of what is left of it after the volume step, or an amount of minor units. */
export type Reduction = { kind: 'percent'; percent: number } | { kind: 'amount'; amount: number }

export interface PriceInput {
  /** Minor units, for one seat. */
  unitPrice: number
  quantity: number
  currency: string
  steps: readonly VolumeStep[]
  coupon: { id: string; reduction: Reduction } | null
}

export interface LinePrice {
  /** In the order in which they are taken off. */
  discounts: LineDiscount[]
  /** `unitPrice` times quantity, less the discounts; never below 0. */
  total: number
}

export const volumeId = ({ from }: VolumeStep): string => `from-${from}`

/** The step for a quantity: the one with the highest start that the quantity reaches. Null below the first. */
export function stepFor(steps: readonly VolumeStep[], quantity: number): VolumeStep | null {
  const reached = steps.filter(({ from }) => from <= quantity)
  return reached.length === 0 ? null : reached.reduce((a, b) => (b.from > a.from ? b : a))
}

/**
 * A share of an amount, rounded to the steps in which the currency can be charged; half a step counts as a whole one, in
 * favour of the buyer. In whole numbers throughout: an amount times a percentage may be beyond what a float holds.
 */
function shareOf(amount: number, percent: number, currency: string): number {
  const step = BigInt(stepOf(currency))
  const steps = (BigInt(amount) * BigInt(percent) * 2n + 100n * step) / (200n * step)
  return Math.min(amount, percent >= 100 ? amount : Number(steps * step))
}

/** The volume step first, the coupon from what is left. */
export function priceOf({ unitPrice, quantity, currency, steps, coupon }: PriceInput): LinePrice {
  const discounts: LineDiscount[] = []
  let left = unitPrice * quantity
  const take = (kind: LineDiscount['kind'], id: string, amount: number): void => {
    if (amount <= 0) return
    discounts.push({ kind, id, amount })
    left -= amount
  }
  const step = stepFor(steps, quantity)
  if (step !== null) take('volume', volumeId(step), shareOf(left, step.percent, currency))
  if (coupon !== null) {
    const { id, reduction } = coupon
    const amount =
      reduction.kind === 'percent'
        ? shareOf(left, reduction.percent, currency)
        : Math.min(left, reduction.amount)
    take('coupon', id, amount)
  }
  return { discounts, total: left }
}

/**
 * What a seat costs at the first quantity of each volume step, lowest number first; steps that take nothing off are left out. In
 * minor units, a fraction of one rounded up: what is announced is never less than what is charged.
 */
export const seatPrices = ({
  unitPrice,
  currency,
  steps,
}: Pick<PriceInput, 'unitPrice' | 'currency' | 'steps'>): { from: number; each: number }[] =>
  [...steps]
    .sort((a, b) => a.from - b.from)
    .map(({ from }) => {
      const { total } = priceOf({ unitPrice, quantity: from, currency, steps, coupon: null })
      return { from, each: Math.ceil(total / from) }
    })
    .filter(({ each }) => each < unitPrice)
