import type { Round } from './append.ts'
import { rate } from './rounds.ts'

/** How many streams are there to be loaded, and how many events each has. */
export const loaded = { streams: 500, events: 8 }

/** What one order is folded to: both sides do the same work on what they have read. */
export function fold(events: readonly { type: string; data: Record<string, unknown> }[]): number {
  return events.reduce(
    (sum, { type, data }) => (type === 'PaymentIntentObserved' ? sum + Number(data.amount) : sum),
    0,
  )
}

export const payment = { id: 'pi_3QxBench', state: 'succeeded', amount: 250_000, currency: 'usd' }

/** Answers the parent's rounds until it goes away. */
export async function serve(
  work: Record<Round['work'], () => Promise<unknown>>,
  close: () => Promise<void>,
): Promise<void> {
  process.on('message', async ({ work: name, concurrency, milliseconds }: Round) => {
    process.send?.(await rate(work[name], concurrency, milliseconds))
  })
  process.once('disconnect', () => void close())
  process.send?.('ready')
}
