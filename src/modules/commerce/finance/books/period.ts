import { dayIn, nextDay, startOfDay } from '#platform/kernel/time-zone.ts'

export type Step = 'day' | 'month'

/** Days (`2026-11-21`, counted whole) or moments; an end that is left out is open. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** From the first moment of a period (inclusive) to the first moment after it (exclusive); undefined where it is open. */
export interface Span {
  from: Date | undefined
  to: Date | undefined
}

const isDay = (when: string): boolean => when.length === 10

/** The moments of a period whose days are days of a time zone. */
export function spanOf({ from, to }: Period, zone: string): Span {
  const moment = (when: string): Date => (isDay(when) ? startOfDay(when, zone) : new Date(when))
  return {
    from: from === undefined ? undefined : moment(from),
    to: to === undefined ? undefined : moment(isDay(to) ? nextDay(to) : to),
  }
}

export interface NamedPeriod {
  /** `2026-11-21` or `2026-11`. */
  name: string
  start: Date
}

/** All days or months of a time zone from the one that holds `first` to the one that holds `last`, and the one after. */
export function periodsOf(first: Date, last: Date, step: Step, zone: string): NamedPeriod[] {
  const firstDay = dayIn(zone, first)
  const found: NamedPeriod[] = []
  for (let day = step === 'day' ? firstDay : `${firstDay.slice(0, 7)}-01`; ; day = following(day, step)) {
    const start = startOfDay(day, zone)
    found.push({ name: step === 'day' ? day : day.slice(0, 7), start })
    if (start > last) return found
  }
}

function following(day: string, step: Step): string {
  if (step === 'day') return nextDay(day)
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
