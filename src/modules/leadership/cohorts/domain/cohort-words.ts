import { type CohortPlan, dayInWords, dayOfLab } from './cohort-plan.ts'

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']
const counts = ['no', 'one', 'two', 'three', 'four']

type Timetable = Pick<CohortPlan, 'labs' | 'timeZone'>

/** `18:00` as "6:00 PM". Without Intl, whose first formatter is slow on a phone. */
function timeWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `America/New_York` as "New York time" */
const zoneWords = (timeZone: string): string => `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time`

/** "Tuesdays 12:00 PM or Thursdays 6:00 PM, New York time" */
export function labsWords({ labs, timeZone }: Timetable): string {
  const times = labs.map(({ weekday, time }) => `${weekdays[weekday - 1]} ${timeWords(time)}`)
  return `${times.join(' or ')}, ${zoneWords(timeZone)}`
}

/** When a cohort begins and when its labs are, as the rows of a mail. */
export function cohortRows(plan: CohortPlan): { label: string; value: string }[] {
  const { startsOn, labs, timeZone } = plan
  const firsts = labs
    .map((lab) => ({ time: lab.time, day: dayOfLab(startsOn, 1, lab) }))
    .sort((one, other) => (one.day + one.time < other.day + other.time ? -1 : 1))
    .map(({ day, time }) => `${dayInWords(day)}, ${timeWords(time)}`)
  return [
    { label: 'Your cohort starts', value: dayInWords(startsOn) },
    { label: 'First live lab', value: `${firsts.join(' or ')}, ${zoneWords(timeZone)}` },
    { label: 'Every week', value: labsWords(plan) },
  ]
}

/**
 * How often the lab of a week is held, after "held" or "Live labs": "once a week" or "at a choice of two times"; "every
 * week" where no cohort is known, or not all of them are the same.
 */
export function labTimesWords(cohorts: readonly Pick<CohortPlan, 'labs'>[]): string {
  const [count, ...others] = new Set(cohorts.map(({ labs }) => labs.length))
  if (count === undefined || others.length > 0) return 'every week'
  return count === 1 ? 'once a week' : `at a choice of ${counts[count] ?? count} times`
}
