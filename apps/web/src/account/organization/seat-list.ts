import { canonicalEmail } from '#platform/contract/email.ts'

export interface ListedPerson {
  /** Line of the pasted text, from 1. */
  line: number
  email: string
}

export interface ListProblem {
  line: number
  /** The entry, cut to a readable length. */
  text: string
  why: string
}

/** The result of reading a list that was pasted or read from a CSV file. */
export interface SeatList {
  people: ListedPerson[]
  problems: ListProblem[]
}

const shown = 60
/** Between the cells of a CSV line and between pasted addresses; a name may precede an address in angle brackets. */
const separators = /[\s,;<>"]+/

/**
 * Reads the people to invite: one or more addresses a line, with or without names and other cells. An address that is
 * repeated, already has a seat, or comes when no seat is left becomes a problem with its line.
 * @param known addresses in their canonical form that have a seat of the order, or are invited to one
 */
export function readSeatList(text: string, known: ReadonlySet<string>, free: number): SeatList {
  const people: ListedPerson[] = []
  const problems: ListProblem[] = []
  const lines = new Map<string, number>()
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = at + 1
    const entry = raw.trim()
    const found = entry.split(separators).filter((cell) => cell.includes('@'))
    const report = (why: string, what = entry): void =>
      void problems.push({ line, text: what.length > shown ? `${what.slice(0, shown)}…` : what, why })
    if (entry === '' || (found.length === 0 && isHeader(entry, people.length + problems.length))) continue
    if (found.length === 0) report('has no email address')
    for (const cell of found) {
      const email = canonicalEmail(cell)
      const earlier = email === null ? undefined : lines.get(email)
      if (email === null) report('is not an email address', cell)
      else if (earlier !== undefined) report(`is already in line ${earlier}`, cell)
      else if (known.has(email)) report('already has a seat or an invitation', cell)
      else if (people.length >= free)
        report(`has no seat left: only ${free === 1 ? '1 is' : `${free} are`} free`, cell)
      else people.push({ line, email })
      if (email !== null && earlier === undefined) lines.set(email, line)
    }
  }
  return { people, problems }
}

/** Whether the line names the columns: the first line that has no address. */
const isHeader = (entry: string, before: number): boolean => before === 0 && /mail/i.test(entry)
