import { CsvMapping } from './contract-csv-mapping.ts'
import { type CsvLine, linesOf } from './csv-text.ts'
import { amountOf, dayOf, directionOf } from './csv-values.ts'
import { counted, digestOf } from './entry-digest.ts'
import { type Statement, type StatementEntry, StatementFault } from './statement.ts'

/** What of a line cannot be read. */
export interface CsvFault {
  line: number
  column: string
  message: string
}

/** Lines of the file that cannot be read, at most `mostFaults` of them. */
export class CsvFaults extends StatementFault {
  readonly faults: readonly CsvFault[]

  constructor(faults: readonly CsvFault[]) {
    super(faults.map(({ line, column, message }) => `Line ${line}, ${column}: ${message}`).join(' '))
    this.faults = faults
  }
}

const mostFaults = 20

/**
 * The payments of a file in which each line is one. Lines without an amount, amounts below 0 and lines that say that the money
 * went out are no money that came in.
 * @param account of which the file is: it does not say so itself
 * @throws CsvFaults when a line cannot be read: then nothing of the file is; StatementFault for a file that is no table
 */
export function readCsv(bytes: Uint8Array, mapping: CsvMapping, account: string): Statement {
  const lines = linesOf(bytes, mapping)
  const header = lines.find(({ line }) => line === mapping.header)
  const rows = lines.filter(({ line }) => line > mapping.header)
  const faults: CsvFault[] = []
  const entries: StatementEntry[] = []
  const countOf = counted()
  const reading = digestOf(JSON.stringify(CsvMapping.parse(mapping)))
  for (const row of rows) {
    const entry = entryOf(row, mapping, (at, message) => {
      faults.push({ line: row.line, column: header?.cells[at] || `column ${at + 1}`, message })
    })
    if (entry === null) continue
    const key = digestOf(account, entry.key, countOf(entry.key))
    entries.push({ ...entry, key, line: { reading, words: row.cells.join(' ') } })
  }
  if (faults.length > 0) throw new CsvFaults(faults.slice(0, mostFaults))
  return { account, currency: null, entries, others: rows.length - entries.length }
}

function entryOf(
  { cells }: CsvLine,
  mapping: CsvMapping,
  refuse: (column: number, message: string) => void,
): StatementEntry | null {
  const cell = (at: number | undefined): string => (at === undefined ? '' : (cells[at] ?? ''))
  const written = cell(mapping.amount)
  const currency = (cell(mapping.currency) || mapping.defaultCurrency).toLowerCase()
  const said = cell(mapping.date)
  if (cells.every((each) => each === '')) return null
  const bookedOn = dayOf(said, mapping.dates)
  const isMoney = /^[a-z]{3}$/.test(currency)
  const amount = written === '' || !isMoney ? 0 : amountOf(written, mapping.decimal, currency)
  if (bookedOn === null) refuse(mapping.date, `"${short(said)}" is no day written ${mapping.dates}.`)
  if (!isMoney) refuse(mapping.currency ?? mapping.amount, `"${short(currency)}" is no currency.`)
  if (amount === null)
    refuse(
      mapping.amount,
      `"${short(written)}" is no amount with a decimal ${mapping.decimal === ',' ? 'comma' : 'point'}.`,
    )
  const direction = mapping.direction === undefined ? 'in' : directionOf(cell(mapping.direction))
  if (direction === null)
    refuse(
      mapping.direction ?? 0,
      `"${short(cell(mapping.direction))}" does not say whether the money came or went.`,
    )
  if (bookedOn === null || amount === null || amount <= 0 || direction !== 'in') return null
  const remittance = cell(mapping.purpose).replaceAll(/\s+/g, ' ').slice(0, 2_000)
  const senderName = cell(mapping.payer).slice(0, 200) || null
  const id = cell(mapping.id)
  const told = id === '' ? ['line', senderName ?? '', remittance] : ['id', id]
  return {
    ...{ kind: 'incoming', amount, currency, bookedOn, remittance, senderName },
    ...{ senderAccount: null, format: 'csv' },
    key: digestOf('csv', ...told, bookedOn, String(amount), currency),
  }
}

const short = (text: string): string => text.slice(0, 30)
