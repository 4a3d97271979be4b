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
