import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '#platform/kernel/error.ts'

/** A row of a participant list: one time that somebody was in the meeting, or the sum of several. */
export interface Visit {
  name: string
  email: string
  /** When it began, as the list writes it. */
  joined: string
  /** Its beginning and end in milliseconds; not numbers where the list has a length only. */
  from: number
  to: number
  seconds: number
}

/** The names of the columns, which follow the participant's name: a list may have those of its meeting before it. */
const columns = {
  email: /e-?mail/,
  join: /^join time$/,
  leave: /^leave time$/,
  length: /duration|^time in session/,
  waiting: /waiting room/,
}
const dates = /\b(\d{1,2})([./-])(\d{1,2})\2(?=\d{2,4}\b)/g

const unknownList = (message: string): AppError => new AppError('invalid', 'UNKNOWN_LIST', message)

/**
 * Reads the participant lists of Zoom and Teams (CSV), with commas, semicolons or tabs; several may follow each other, as after
 * a meeting that was restarted. Waiting rooms are not presence.
 * @returns null for a text that is no such list: lines of names and addresses
 * @throws AppError invalid `UNKNOWN_LIST` for a list with times whose columns have other names, and for broken quotes
 */
export function readMeeting(text: string): Visit[] | null {
  const head = text.split('\n').find((line) => columnsOf(line.split(/[\t;,]/)) !== null)
  if (head === undefined && (text.match(/\d:\d\d/g)?.length ?? 0) > 1)
    throw unknownList(
      'This list has no columns that Zoom or Teams write in English. Export it in English, or paste names and addresses only.',
    )
  if (head === undefined) return null
  const isDayFirst = [...text.matchAll(dates)].some(([, first, sign]) => sign === '.' || Number(first) > 12)
  const momentOf = (written: string): number =>
    Date.parse(`${written.replace(dates, isDayFirst ? '$3/$1/' : '$1/$3/').replace(/\s+/g, ' ')} UTC`)
  const visits: Visit[] = []
  let found: ReturnType<typeof columnsOf> = null
  for (const cells of rowsOf(text, ['\t', ';'].find((sign) => head.includes(sign)) ?? ',')) {
    const named = columnsOf(cells)
    // A list ends with an empty line, or with the title of the next one.
    found = cells.length < 2 ? null : (named ?? found)
    const cell = (column: keyof typeof columns | 'name'): string =>
      trimmed(cells[found?.[column] ?? -1] ?? '')
    if (named !== null || cell('name') === '' || /^yes$/i.test(cell('waiting'))) continue
    const [joined, length] = [cell('join'), cell('length')]
    const [hours = 0, minutes = 0, seconds = 0] = [/(\d+)\s*h/, /(\d+)\s*m/, /(\d+)\s*s/].map((unit) =>
      Number(unit.exec(length)?.[1] ?? 0),
    )
    visits.push({
      name: cell('name'),
      email: cell('email'),
      joined,
      from: momentOf(joined),
      to: momentOf(cell('leave')),
      // Zoom writes minutes, Teams `1h 2m 3s`.
      seconds: /^\d+$/.test(length) ? Number(length) * 60 : (hours * 60 + minutes) * 60 + seconds,
    })
  }
  return visits
}

function rowsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text.replaceAll('\r\n', '\n'), { delimiter, relax_column_count: true, relax_quotes: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unknownList(`This list is not a well-formed CSV file: ${error.message}`)
  }
}

const trimmed = (cell: string): string => cell.replace(/^[\s\ufeff"]+|[\s"]+$/g, '')

/** The places of the columns; null for another row than the names of the columns. */
function columnsOf(row: readonly string[]) {
  const cells = row.map((cell) => trimmed(cell).toLowerCase())
  const name = cells.findLastIndex((cell) => /^((full )?name|(user )?name \(original name\))$/.test(cell))
  const [email, join, leave, length, waiting] = Object.values(columns).map((column) =>
    cells.findIndex((cell, at) => at > name && column.test(cell)),
  ) as [number, number, number, number, number]
  return name < 0 || Math.max(join, length) < 0 ? null : { name, email, join, leave, length, waiting }
}

/** Whole minutes of presence. Visits that overlap count once, and lengths without times only where there are no times. */
export function minutesOf(visits: readonly Visit[]): number {
  const timed = visits.filter(({ from, to }) => from <= to).sort((one, other) => one.from - other.from)
  let [seconds, until] = [0, Number.NEGATIVE_INFINITY]
  for (const { from, to } of timed) {
    seconds += Math.max(0, to - Math.max(from, until)) / 1000
    until = Math.max(until, to)
  }
  const lengths = visits.reduce((sum, visit) => sum + visit.seconds, 0)
  return Math.floor((timed.length > 0 ? seconds : lengths) / 60)
}
