import type { CsvChoice, CsvMapping, CsvMeaning } from './contract-csv-mapping.ts'
import { detectedFormat } from './csv-detection.ts'
import { type CsvLine, delimiterOf, encodingOf, linesOf } from './csv-text.ts'
import { amountOf, dayOf } from './csv-values.ts'
import { digestOf } from './entry-digest.ts'
import {
  assertReadable,
  type BankStatement,
  identified,
  type StatementEntry,
  type Unread,
  unstorable,
} from './statement.ts'

/** How a line is read: as money that came in or went out, as `none` of which nothing is recorded, or not at all. */
type LineReading =
  | { kind: StatementEntry['kind']; entry: StatementEntry }
  | { kind: 'none'; note: string }
  | { kind: 'unread'; column: number; message: string }

/** A file as it is shown while a person chooses how it is read. */
export interface CsvLook {
  choice: CsvChoice & Pick<CsvMapping, 'encoding' | 'delimiter'>
  /** What is not chosen yet; the file can be imported when nothing is. */
  missing: string[]
  /** The names of the columns, or their numbers. */
  columns: string[]
  /** The first lines, from the first one of the file. */
  lines: (CsvLine & {
    reading: { kind: StatementEntry['kind'] | 'none' | 'unread' | 'heading'; text: string } & Partial<
      Pick<StatementEntry, 'amount' | 'currency' | 'bookedOn'>
    >
  })[]
  /** The different words in the columns of direction and state. */
  words: { direction: string[]; state: string[] }
  /** Of the whole file. */
  counts: { incoming: number; outgoing: number; none: number; unread: number }
}

const shownBelow = 12
const mostWords = 30

/** The choice, completed from the file itself. @throws StatementFault for a file that is no table */
export function detected(bytes: Uint8Array, choice: CsvChoice): CsvLook['choice'] {
  const encoding = choice.encoding ?? encodingOf(bytes)
  return { ...choice, encoding, delimiter: choice.delimiter ?? delimiterOf(bytes, encoding) }
}

/** What a person must still choose. */
export function missingOf(choice: CsvChoice): string[] {
  const has = (meaning: CsvMeaning): boolean => choice.columns.includes(meaning)
  const sided = has('in') || has('out')
  return [
    ...(choice.header === undefined ? ['The line with the column names.'] : []),
    ...(has('date') ? [] : ['The column with the booking day.']),
    ...(has('date') && choice.dates === undefined ? ['The order of day, month and year.'] : []),
    ...(has('amount') || has('in') ? [] : ['The column with the amount, or with the money that came in.']),
    ...(has('amount') && sided ? ['Either one column of amounts, or columns of money in and out.'] : []),
    ...(has('direction') && sided ? ['Columns of money in and out need no column with the direction.'] : []),
    ...(choice.decimal === undefined ? ['The decimal sign.'] : []),
    ...(has('currency') || choice.currency !== undefined ? [] : ['The currency.']),
    ...(has('direction') && choice.words.in.length === 0 ? ['The words for money that came in.'] : []),
    ...(has('state') && choice.words.booked.length === 0 ? ['The words for what is booked.'] : []),
  ]
}

const isComplete = (choice: CsvLook['choice']): choice is CsvMapping & CsvLook['choice'] =>
  missingOf(choice).length === 0

/**
 * The payments of a file in which each line is one. A line that cannot be read is named, and the others are read.
 * @param account of which the file is: it does not say so itself
 * @throws StatementFault for a file that is no table, a choice that is not complete, or when no line can be read
 */
export function readCsv(bytes: Uint8Array, choice: CsvChoice, account: string): BankStatement {
  const mapping = detected(bytes, choice)
  const lines = linesOf(bytes, mapping)
  const names = namesOf(lines, mapping)
  const readings = isComplete(mapping) ? readingsOf(lines, mapping, account) : []
  const unread = readings.flatMap(({ line, reading }): Unread[] =>
    reading.kind === 'unread'
      ? [{ place: `Line ${line}, ${names[reading.column] ?? ''}`, message: reading.message }]
      : [],
  )
  const entries = readings.flatMap(({ reading }) => ('entry' in reading ? [reading.entry] : []))
  const statement = { account, entries, others: readings.length - entries.length - unread.length, unread }
  assertReadable([statement])
  return statement
}

/** The first lines of a file, and how they are read with what is chosen so far. @throws StatementFault for no table */
export function lookAtCsv(bytes: Uint8Array, chosen: CsvChoice, account: string): CsvLook {
  const { encoding, delimiter } = detected(bytes, chosen)
  const lines = linesOf(bytes, { encoding, delimiter })
  const choice = { ...chosen, ...detectedFormat(lines, chosen), encoding, delimiter }
  const columns = namesOf(lines, choice)
  const header = choice.header ?? 0
  const readings = isComplete(choice) ? readingsOf(lines, choice, account) : []
  const byLine = new Map(readings.map(({ line, reading }) => [line, reading]))
  const kinds = readings.map(({ reading }) => reading.kind)
  const count = (kind: LineReading['kind']): number => kinds.filter((each) => each === kind).length
  const wordsOf = (meaning: CsvMeaning): string[] => {
    const at = choice.columns.indexOf(meaning)
    const rows = at < 0 ? [] : lines.filter(({ line }) => line > header)
    return [...new Set(rows.map(({ cells }) => cells[at] ?? ''))].slice(0, mostWords)
  }
  return {
    choice,
    missing: missingOf(choice),
    columns,
    lines: lines
      .filter(({ line }, at) => at < shownBelow || (line >= header && line <= header + shownBelow))
      .slice(0, 2 * shownBelow)
      .map((row) => ({ ...row, reading: shownReading(byLine.get(row.line), row.line <= header, columns) })),
    words: { direction: wordsOf('direction'), state: wordsOf('state') },
    counts: {
      incoming: count('incoming'),
      outgoing: count('outgoing'),
      none: count('none'),
      unread: count('unread'),
    },
  }
}

function shownReading(reading: LineReading | undefined, isAbove: boolean, columns: readonly string[]) {
  if (isAbove) return { kind: 'heading' as const, text: '' }
  if (reading === undefined) return { kind: 'none' as const, text: '' }
  if (reading.kind === 'none') return { kind: reading.kind, text: reading.note }
  if (reading.kind === 'unread')
    return { kind: reading.kind, text: `${columns[reading.column] ?? ''}: ${reading.message}` }
  const { amount, currency, bookedOn, senderName, remittance } = reading.entry
  const text = [senderName, remittance].filter(Boolean).join(': ')
  return { kind: reading.kind, text, amount, currency, bookedOn }
}

function namesOf(lines: readonly CsvLine[], { header = 0 }: CsvChoice): string[] {
  const named = lines.find(({ line }) => line === header)
  const width = lines
    .filter(({ line }) => line >= header)
    .reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return Array.from({ length: Math.min(width, 100) }, (_, at) => named?.cells[at] || `Column ${at + 1}`)
}

function readingsOf(lines: readonly CsvLine[], mapping: CsvMapping, account: string) {
  return lines
    .filter(({ line, cells }) => line > mapping.header && cells.some((cell) => cell !== ''))
    .map(({ line, cells }) => ({ line, reading: readingOf(cells, mapping, account) }))
}

function readingOf(cells: readonly string[], mapping: CsvMapping, account: string): LineReading {
  const at = (meaning: CsvMeaning): number => mapping.columns.indexOf(meaning)
  const cell = (meaning: CsvMeaning): string => cells[at(meaning)] ?? ''
  // Some banks write a dash where there is no money.
  const isEmpty = (meaning: CsvMeaning): boolean => /^[-\u2013\u2014]*$/.test(cell(meaning))
  const refused = (meaning: CsvMeaning, message: string): LineReading => ({
    kind: 'unread',
    column: Math.max(0, at(meaning)),
    message,
  })
  const { words, decimal, dates } = mapping
  if (at('state') >= 0 && !says(words.booked, cell('state'))) {
    if (says(words.pending, cell('state'))) return { kind: 'none', note: 'not booked yet' }
    return refused('state', `"${short(cell('state'))}" does not say whether the line is booked.`)
  }
  const bookedOn = dayOf(cell('date'), dates)
  if (bookedOn === null) return refused('date', `"${short(cell('date'))}" is no day ${dateWords[dates]}.`)
  const currency = (cell('currency') || (mapping.currency ?? '')).toLowerCase()
  if (!/^[a-z]{3}$/.test(currency)) return refused('currency', `"${short(currency)}" is no currency.`)
  const amountIn = (meaning: CsvMeaning): number | null =>
    meaning !== 'amount' && isEmpty(meaning) ? 0 : amountOf(cell(meaning), decimal, currency)
  const noAmount = (meaning: CsvMeaning): LineReading =>
    refused(
      meaning,
      `"${short(cell(meaning))}" is no amount of ${currency.toUpperCase()} with a decimal ${decimal === ',' ? 'comma' : 'point'}.`,
    )
  let amount: number
  if (at('amount') >= 0) {
    const written = amountIn('amount')
    if (written === null) return noAmount('amount')
    const direction = says(words.in, cell('direction')) ? 1 : says(words.out, cell('direction')) ? -1 : 0
    if (at('direction') < 0) amount = written
    else if (direction === 0 || (direction > 0 && written < 0))
      return refused(
        'direction',
        `"${short(cell('direction'))}" does not say whether the money came or went.`,
      )
    else amount = direction * Math.abs(written)
  } else {
    const [came, went] = [amountIn('in'), at('out') < 0 ? 0 : amountIn('out')]
    if (came === null) return noAmount('in')
    if (went === null) return noAmount('out')
    if (came !== 0 && went !== 0)
      return refused('out', 'the line has an amount that came in and one that went out.')
    if (isEmpty('in') && isEmpty('out')) return refused('in', 'the line has no amount.')
    amount = came - Math.abs(went)
  }
  if (amount === 0) return { kind: 'none', note: 'no money' }
  const remittance = cells
    .filter((text, index) => mapping.columns[index] === 'purpose' && text !== '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 2_000)
  const read = {
    ...{
      kind: amount > 0 ? ('incoming' as const) : ('outgoing' as const),
      amount: Math.abs(amount),
      currency,
      bookedOn,
    },
    remittance,
    senderName: cell('payer').slice(0, 200) || null,
    format: 'csv' as const,
    senderAccount: cell('account').replaceAll(/\s/g, '').slice(0, 60) || null,
    bankId: cell('id') || null,
  }
  const problem = unstorable(read)
  if (problem !== null) return refused('date', problem)
  const line = digestOf('line', account, ...cells)
  return { kind: read.kind, entry: { ...identified(account, read), line } }
}

const dateWords = {
  dmy: 'written day, month, year',
  mdy: 'written month, day, year',
  ymd: 'written year, month, day',
}
const says = (words: readonly string[], text: string): boolean =>
  words.some((word) => word.toLowerCase() === text.toLowerCase())
const short = (text: string): string => text.slice(0, 30)
