import { dateTime } from '../../lib/format.ts'

/** The subject of an audit entry, with its timestamps formatted. */
export const subjectWords = (subject: string): string =>
  subject.replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => dateTime(moment))
