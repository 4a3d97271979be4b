import { longDate } from '../../lib/format.ts'

/** "November 21, 2026" of a version that is a day, whatever the time zone; any other version as it is. */
export function termsVersionText(version: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(version) ? longDate(`${version}T12:00:00`) : version
}
