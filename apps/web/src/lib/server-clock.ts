/** By how many milliseconds the server's clock is ahead of this one. */
let ahead = 0

/** @param date The header Date of an answer that has just come and is of no cache. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) ahead = at - Date.now()
}

/** The server's time, in milliseconds, to about a second; this browser's before any answer. */
export const serverNow = (): number => Date.now() + ahead
