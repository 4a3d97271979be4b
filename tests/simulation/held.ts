import { EventLog } from '#platform/event-log/event-log.ts'
import type { SteppedSite } from '../../apps/world/stepped-site.ts'
import { StripeAccount } from '../../src/server/services.ts'
import type { meanwhile } from './actions.ts'

type Site = SteppedSite['site']
export type Gate = (typeof meanwhile.at)[number]

/**
 * Runs `work`, which is under way in `site`. At its first call of the gate it is held until `other` has ended, so the
 * order of concurrent work follows from the history. When `work` does not call the gate, nothing is held, and `other` is
 * not done.
 */
export async function held(
  { container }: Site,
  at: Gate,
  work: () => Promise<void>,
  other: () => Promise<void>,
): Promise<void> {
  const [log, stripe] = [container.get(EventLog), container.get(StripeAccount)]
  let isOpen = false
  let otherEnded = Promise.resolve()
  const pass = async (): Promise<void> => {
    if (isOpen) return
    isOpen = true
    otherEnded = other()
    // A failure of `other` is thrown at the end of `held`, not by the product's method.
    await otherEnded.catch(() => undefined)
  }
  const restore = {
    answer: () => wrap(stripe, ['look', 'refund'], async (call) => after(await call(), pass)),
    read: () => wrap(log, ['factsOf'], async (call) => after(await call(), pass)),
    'before append': () => wrap(log, ['append'], async (call) => pass().then(call)),
    'after append': () => wrap(log, ['append'], async (call) => after(await call(), pass)),
  }[at]()
  try {
    await work()
  } finally {
    isOpen = true
    restore()
  }
  await otherEnded
}

async function after<T>(answer: T, pass: () => Promise<void>): Promise<T> {
  await pass()
  return answer
}

/** Replaces methods of one object; returns a function that restores them. */
function wrap(
  target: object,
  names: readonly string[],
  around: (call: () => Promise<unknown>) => Promise<unknown>,
): () => void {
  const methods = target as Record<string, (...args: unknown[]) => Promise<unknown>>
  const put = names.map((name) => {
    const own = Object.hasOwn(target, name) ? methods[name] : undefined
    const method = methods[name]!
    methods[name] = (...args) => around(() => method.apply(target, args))
    return () => {
      if (own === undefined) delete methods[name]
      else methods[name] = own
    }
  })
  return () => {
    for (const each of put) each()
  }
}
