import fc from 'fast-check'
import type { Observation } from '../../../src/modules/commerce/domain/events.ts'
import { type Lived, lastOfEach, life, simulate, type Told } from './lives.ts'

/** The life of an order's payments, and how it is reported. */
export interface History extends Lived {
  /** Deliveries in arrival order, cut into batches that run in parallel. Some of what happened is in none of them. */
  batches: Told[][]
  /** What Stripe says when everything has happened, as the reconciler asks for it. */
  look: Observation[]
  /** After which deliveries finance asks for a refund that Stripe refuses. */
  refusals: boolean[]
}

export const history: fc.Arbitrary<History> = life.chain((lived) => {
  const truth = simulate(lived)
  const { told } = truth
  const all = { minLength: told.length * 5, maxLength: told.length * 5 }
  return fc
    .record({
      // None: Stripe never made the event.
      copies: fc.array(fc.constantFrom(0, 1, 1, 2, 3, 4, 5), {
        minLength: told.length,
        maxLength: told.length,
      }),
      order: fc.array(fc.nat(), all),
      sizes: fc.array(fc.integer({ min: 1, max: 8 }), all),
      refusals: fc.array(
        fc.nat(5).map((n) => n === 0),
        all,
      ),
    })
    .map(({ copies, order, sizes, refusals }) => {
      const deliveries = told.flatMap((one, i) => Array.from({ length: copies[i] ?? 1 }, () => one))
      const shuffled = deliveries
        .map((one, i) => ({ one, at: order[i] ?? 0, i }))
        .sort((a, b) => a.at - b.at || a.i - b.i)
        .map(({ one }) => one)
      const batches: Told[][] = []
      for (let from = 0, i = 0; from < shuffled.length; i += 1) {
        const size = sizes[i] ?? 1
        batches.push(shuffled.slice(from, from + size))
        from += size
      }
      return { ...truth, batches, look: lastOfEach(told.map(({ fact }) => fact)), refusals }
    })
})
