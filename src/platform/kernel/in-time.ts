import type { Clock } from './clock.ts'

/** The machine's time, for what waits beside the product's business: a check of health, a figure, a start. */
const machine: Pick<Clock, 'after'> = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/**
 * What `work` comes to, or what `late` answers (or throws) where that takes longer than `ms` milliseconds. Only the waiting
 * ends: the work goes on, and how it ends then is nobody's any more. The limit keeps no process alive.
 * @param clock whose milliseconds count: the product's, where the answer decides what is recorded
 */
export async function inTime<T, L>(
  work: Promise<T>,
  ms: number,
  late: () => L,
  clock: Pick<Clock, 'after'> = machine,
): Promise<T | L> {
  let cancel = (): void => undefined
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve)
  })
  try {
    return await Promise.race([work, over.then(late)])
  } finally {
    cancel()
  }
}
