/** Milliseconds of real time: a day takes about a second, so a day that takes this long waits for something that never comes. */
const standstillMs = 180_000

/** A day that does not end. Not a failure of the history: shorter histories cannot be tried. */
export class Standstill extends Error {}

/** @throws Standstill naming `what` */
export async function demandEnd<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Standstill(`${what} has not ended after ${standstillMs / 60_000} minutes`)),
      standstillMs,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Does `work`, and `end` afterwards in any case. Where both fail the failure of `work` is thrown: a day that hangs also keeps the end from ending. */
export async function withEnd<T>(work: () => Promise<T>, end: () => Promise<void>): Promise<T> {
  const [done] = await Promise.allSettled([work()])
  const [ended] = await Promise.allSettled([end()])
  if (done.status === 'rejected') throw done.reason
  if (ended.status === 'rejected') throw ended.reason
  return done.value
}
