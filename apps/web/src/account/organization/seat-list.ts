import { canonicalEmail } from '#platform/contract/email.ts'

export interface ListedPerson {
  /** Of the pasted text, from 1. */
  line: number
  email: string
}

export interface ListProblem {
  line: number
  /** What stands there, cut to a readable length. */
  text: string
  why: string
}

/** What is to be done with a list that was pasted, or read from a CSV file. */
export interface SeatList {
  people: ListedPerson[]
  problems: ListProblem[]
}

const shown = 60
/** What parts the cells of a CSV line and the addresses of a pasted one; a name may stand before an address in brackets. */
const separators = /[\s,;<>"]+/

/**
 * Reads who is to have a seat: one or more addresses a line, with or without names and other cells. Who is repeated, has a seat
 * already, or comes when no seat is left is named by line.
 * @param known addresses in their canonical form that have a seat of the order, or are invited to one
 */
export function readSeatList(text: string, known: ReadonlySet<string>, free: number): SeatList {
  const people: ListedPerson[] = []
  const problems: ListProblem[] = []
  const lines = new Map<string, number>()
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = at + 1
    const written = raw.trim()
    const found = written.split(separators).filter((cell) => cell.includes('@'))
    const say = (why: string, what = written): void =>
      void problems.push({ line, text: what.length > shown ? `${what.slice(0, shown)}…` : what, why })
    if (written === '' || (found.length === 0 && isHead(written, people.length + problems.length))) continue
    if (found.length === 0) say('has no email address')
    for (const cell of found) {
      const email = canonicalEmail(cell)
      const earlier = email === null ? undefined : lines.get(email)
      if (email === null) say('is not an email address', cell)
      else if (earlier !== undefined) say(`stands in line ${earlier} already`, cell)
      else if (known.has(email)) say('has a seat already, or is invited', cell)
      else if (people.length >= free)
        say(`has no seat left: ${free === 1 ? '1 is' : `${free} are`} free`, cell)
      else people.push({ line, email })
      if (email !== null && earlier === undefined) lines.set(email, line)
    }
  }
  return { people, problems }
}

/** The first line of a file that names its columns. */
const isHead = (written: string, before: number): boolean => before === 0 && /mail/i.test(written)
