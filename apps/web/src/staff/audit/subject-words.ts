import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { shortOrderId } from '../../lib/format.ts'
import { cohortAddress, leadAddress } from '../frame/addresses.ts'
import { dateTime } from '../parts/moments.ts'

/** A piece of a subject; with an address it is a link to the record. */
export interface SubjectPart {
  words: string
  to?: string
  /** The whole id of the record. */
  id?: string
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const record = new RegExp(`\\b(lead|cohort) (${uuid})`, 'gi')

/** The subject of an audit entry: times and days formatted, leads and cohorts as links with a short id. */
export function subjectParts(subject: string): SubjectPart[] {
  const parts: SubjectPart[] = []
  let end = 0
  for (const { 0: found, 1: kind = '', 2: id = '', index } of subject.matchAll(record)) {
    parts.push({ words: dated(subject.slice(end, index)) })
    const to = kind.toLowerCase() === 'lead' ? leadAddress(id) : cohortAddress(id)
    parts.push({ words: `${kind} ${shortOrderId(id)}`, to, id })
    end = index + found.length
  }
  parts.push({ words: dated(subject.slice(end)) })
  return parts.filter(({ words }) => words !== '')
}

const dated = (words: string): string =>
  words
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => dateTime(moment))
    .replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => dayInWords(day))
