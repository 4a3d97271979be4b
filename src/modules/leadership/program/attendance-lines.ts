import { canonicalEmail } from '#platform/contract/email.ts'
import { comparable } from '#platform/kernel/plain.ts'

/** A person with a place in the cohort. */
export interface AttendanceCandidate {
  orderId: string
  name: string | null
  email: string | null
}

export interface MatchedLines {
  /** The orders of the matched lines, each once. */
  orderIds: string[]
  /** Lines without a match, or with more than one, unchanged. */
  unplaced: { line: string; why: 'unknown' | 'ambiguous' }[]
}

const address = /[^\s<>,;"()]+@[^\s<>,;"()]+/

/**
 * Matches the lines of an attendance list with people: by the e-mail address in the line, otherwise by the name before the
 * first comma, semicolon, tab or address. Case, extra spaces and what is invisible are ignored.
 */
export function readLines(lines: readonly string[], people: readonly AttendanceCandidate[]): MatchedLines {
  const found = new Set<string>()
  const unplaced: MatchedLines['unplaced'] = []
  for (const line of lines.map((each) => each.trim()).filter((each) => each !== '')) {
    // A quote may enclose an address, or be a part of it.
    const written = address.exec(line)?.[0] ?? ''
    const emails = [written, written.replace(/^'|'$/g, '')].map(canonicalEmail)
    const byAddress = people.filter(
      ({ email }) => email !== null && emails.includes(canonicalEmail(email) ?? email),
    )
    const name = comparable(
      line
        .replace(address, ',')
        .split(/[,;\t<(]/)[0]
        ?.replaceAll('"', '') ?? '',
    )
    const byName = people.filter(
      (each) => name !== '' && each.name !== null && comparable(each.name) === name,
    )
    const matches = byAddress.length > 0 ? byAddress : byName
    if (matches.length === 1 && matches[0]) found.add(matches[0].orderId)
    else unplaced.push({ line, why: matches.length === 0 ? 'unknown' : 'ambiguous' })
  }
  return { orderIds: [...found], unplaced }
}
