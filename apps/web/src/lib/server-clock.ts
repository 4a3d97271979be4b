/** By how many milliseconds the server's clock is ahead of the browser's. */
let ahead = 0

/** @param date the Date header of a new answer that is not from a cache */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) ahead = at - Date.now()
}

/** The server's time in milliseconds, accurate to about a second; the browser's time before the first answer. */
export const serverNow = (): number => Date.now() + ahead
