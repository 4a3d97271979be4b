const months = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
)
const day = 86_400_000

/**
 * The first day of a cohort whose start is a full date: `2 March 2027`, `Monday, March 2, 2027` or `2027-03-02`. Undefined
 * for other texts, and for a date without a year.
 */
function startOf(words: string): Date | undefined {
  const [, year, month, date] =
    words.match(/^(\d{4})-(\d{2})-(\d{2})$/) ??
    reordered(words.match(/(?:^|\s)(\d{1,2})(?:st|nd|rd|th)? ([a-z]+),? (\d{4})$/i), [3, 2, 1]) ??
    reordered(words.match(/(?:^|\s)([a-z]+) (\d{1,2})(?:st|nd|rd|th)?, (\d{4})$/i), [3, 1, 2]) ??
    []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const named = months.indexOf(month.toLowerCase())
  const at = named < 0 ? Number(month) - 1 : named
  const start = new Date(Date.UTC(Number(year), at, Number(date)))
  // Refuses days and months that do not exist, such as February 30.
  return start.getUTCMonth() === at && start.getUTCDate() === Number(date) ? start : undefined
}

function reordered(match: RegExpMatchArray | null, order: number[]): (string | undefined)[] | undefined {
  return match ? ['', ...order.map((at) => match[at])] : undefined
}

const shown = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * The dates of the program's weeks `from` to `to`, counted from 1, such as `Mar 2 – 8, 2027`; undefined when the start is
 * not a full date.
 */
export function weekDays(start: string, from: number, to = from): string | undefined {
  const first = startOf(start.trim())
  if (!first) return undefined
  const opens = new Date(first.getTime() + (from - 1) * 7 * day)
  const closes = new Date(first.getTime() + (to * 7 - 1) * day)
  // Server and browser use different spaces around the dash, depending on their release; the hydrated page must be the same.
  return shown.formatRange(opens, closes).replaceAll(/\s/g, ' ')
}

/**
 * The label of a step of the schedule: its own text, such as `Weeks 1 to 3`, with the dates once the full date of the
 * start is known. A text that names no weeks is returned unchanged.
 */
export function datedLabel(when: string, start: string): string {
  const [, from, to = from] = when.match(/^Weeks? (\d{1,2})(?:(?: to |–|-)(\d{1,2}))?$/i) ?? []
  const days = from && to && weekDays(start, Number(from), Number(to))
  return days ? `${when}: ${days}` : when
}
