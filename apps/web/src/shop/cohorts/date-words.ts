import type { OpenCohort } from '../../lib/config.ts'

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** "4 places left" */
export function placesWords(left: number): string {
  if (left <= 0) return 'Full'
  return left === 1 ? '1 place left' : `${left} places left`
}

/** `18:00` as "6:00 PM" */
function timeWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** "Tuesdays 12:00 PM or Thursdays 6:00 PM, New York time" */
export function labsWords({ labs, timeZone }: Pick<OpenCohort, 'labs' | 'timeZone'>): string {
  const times = labs.map(({ weekday, time }) => `${weekdays[weekday - 1]} ${timeWords(time)}`)
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return `${times.join(' or ')}, ${place} time`
}
