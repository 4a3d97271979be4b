import { canonicalEmail } from '#platform/contract/email.ts'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import { comparable } from '#platform/kernel/plain.ts'
import type { readCohortAttendance } from './contract-records.ts'
import { minutesOf, readMeeting, type Visit } from './meeting-file.ts'

/** A person with a place in the cohort. */
export interface AttendanceCandidate {
  orderId: string
  name: string | null
  email: string | null
}

/** The list of a meeting, or pasted lines: people, and what names none of them or several. Pasted lines have no minutes. */
export type ReadAttendance = Omit<OutputOf<typeof readCohortAttendance>, 'threshold'>

interface Written extends Partial<Visit> {
  written: string
  email: string
  names: readonly string[]
}

const address = /[^\s<>,;"()]+@[^\s<>,;"()]+/

/**
 * Reads the list of a meeting, or one person a line, and matches it with people.
 * @param chosen orders that staff has chosen, by what was written
 */
export function readAttendance(
  text: string,
  people: readonly AttendanceCandidate[],
  chosen: ReadonlyMap<string, string> = new Map(),
): ReadAttendance {
  const visits = readMeeting(text)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = (visits?.map(ofVisit) ?? lines.map(ofLine)).map((each) => {
    const matches = matchesOf(each, people).map(({ orderId }) => orderId)
    const own = matches.length === 1 ? matches[0] : undefined
    return {
      ...each,
      orderId: chosen.get(each.written) ?? own,
      why: matches.length === 0 ? 'unknown' : 'ambiguous',
    } as const
  })
  const minutes = (of: readonly Partial<Visit>[]) => (visits === null ? null : minutesOf(of as Visit[]))
  const named = Map.groupBy(read, ({ orderId }) => orderId)
  const unmatched = Map.groupBy(named.get(undefined) ?? [], ({ written }) => written)
  named.delete(undefined)
  return {
    isFile: visits !== null,
    begins: visits?.toSorted((one, other) => one.from - other.from)[0]?.joined ?? '',
    people: [...named].map(([orderId = '', of]) => ({ orderId, minutes: minutes(of) })),
    unmatched: [...unmatched].map(([written, of]) => ({
      written,
      why: of[0]?.why ?? 'unknown',
      minutes: minutes(of),
    })),
  }
}

/** Meeting programs write "Ada (Ada Lovelace)" for a person who took another name, and "Lovelace, Ada (Guest)". */
function ofVisit(visit: Visit): Written {
  const { name, email } = visit
  const inner = [...name.matchAll(/\(([^)]*)\)/g)].map(([, text]) => text ?? '')
  const outer = name.replace(/\(.*/, '').trim()
  const turned = outer.replace(/^([^,]+), *([^,]+)$/, '$2 $1')
  return { ...visit, written: email === '' ? name : `${name}, ${email}`, names: [outer, turned, ...inner] }
}

/** A line has a name before the first comma, semicolon, tab or address. */
function ofLine(line: string): Written {
  const name = line.replace(address, ',').split(/[,;\t<(]/)[0] ?? ''
  return { written: line.trim(), email: address.exec(line)?.[0] ?? '', names: [name.replaceAll('"', '')] }
}

/** By address, otherwise by name. Case, extra spaces and what is invisible are ignored. */
function matchesOf({ email: given, names }: Written, people: readonly AttendanceCandidate[]) {
  // A quote may enclose an address, or be a part of it.
  const emails = [given, given.replace(/^'|'$/g, '')].map(canonicalEmail)
  const byAddress = people.filter(
    ({ email }) => email !== null && emails.includes(canonicalEmail(email) ?? email),
  )
  if (byAddress.length > 0) return byAddress
  const known = names.map(comparable).filter((name) => name !== '')
  return people.filter(({ name }) => name !== null && known.includes(comparable(name)))
}
