import { dateTime } from '../../lib/format.ts'

/** What an entry of the audit log is about, with its moments as people read them. */
export const subjectWords = (subject: string): string =>
  subject.replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => dateTime(moment))
