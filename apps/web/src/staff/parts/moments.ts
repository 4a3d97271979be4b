/**
 * "Nov 21, 2026, 14:05 GMT+1". Every moment of the staff screen is said in the time zone of the reader, in 24 hours and
 * with the zone, so that two people read the same; only the ledger and the books are in UTC or in the zone of the books.
 */
export const dateTime = (value: string | Date): string =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(value))
