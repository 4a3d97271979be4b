import type { SteppedSite } from '../../apps/world/stepped-site.ts'
import { StripeAccount } from '../../src/server/services.ts'

type Site = SteppedSite['site']

/** The product with what it is told of a payment changed. */
const seeing = (change: (seen: Sighting, earlier: Sighting | undefined) => Sighting) => (site: Site) => {
  const stripe = site.container.get(StripeAccount)
  const look = stripe.look.bind(stripe)
  const first = new Map<string, Sighting>()
  stripe.look = async (intentId) => {
    const seen = await look(intentId)
    if (seen === null) return null
    const earlier = first.get(intentId)
    if (earlier === undefined) first.set(intentId, seen)
    return change(seen, earlier)
  }
}
type Sighting = NonNullable<Awaited<ReturnType<StripeAccount['look']>>>

/** Mistakes that the product could have, each of which a simulation must find. */
export const defects: Record<string, (site: Site) => void> = {
  'a payment is asked for once, and its first answer is believed for ever': seeing(
    (seen, earlier) => earlier ?? seen,
  ),
  'refunds that were not asked for here are overlooked': seeing((seen) => ({ ...seen, refunds: [] })),
}
