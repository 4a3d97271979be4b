import { longDate } from '../../lib/format.ts'

/** "November 21, 2026" for a version that is a day, in any time zone; any other version unchanged. */
export function termsVersionText(version: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(version) ? longDate(`${version}T12:00:00`) : version
}
