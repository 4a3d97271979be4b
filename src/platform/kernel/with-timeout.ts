import type { Clock } from './clock.ts'

/** The machine's time, for waits outside the business rules: a health check, a figure, a start. */
const machine: Pick<Clock, 'after'> = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/**
 * The result of `work`, or the result (or error) of `late` when it takes longer than `ms` milliseconds. Only the waiting
 * ends: the work continues, and its result is ignored. The timer does not keep the process alive.
 * @param clock measures the milliseconds: the product's clock where the result decides what is recorded
 */
export async function withTimeout<T, L>(
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
