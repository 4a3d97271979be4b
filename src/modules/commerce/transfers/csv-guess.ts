import { type CsvMapping, csvDates } from './contract-csv-mapping.ts'
import { type CsvLine, delimiterOf, encodingOf, linesOf } from './csv-text.ts'
import { amountOf, dayOf, directionOf } from './csv-values.ts'

/** A file as it is shown before anything of it is read as a payment. */
export interface CsvLook {
  mapping: CsvMapping
  /** The names of the columns, or their numbers. */
  columns: string[]
  /** The days fit day.month.year and month/day/year alike. */
  ambiguousDays: boolean
  /** The first lines behind the header. */
  sample: CsvLine[]
}

/** What banks call the columns, in English and German; the first that fits is taken. */
const names = {
  date: [/^(buchungs?(tag|datum)?|booking.?date|date|datum)$/i, /buchung|booking|date|datum|valuta/i],
  amount: [/^(betrag|amount|umsatz|credit|haben)/i, /betrag|amount|umsatz|credit/i],
  payer: [/auftraggeber|zahlungspflichtig|payer|debtor|sender|beg(ü|ue)nstigt/i, /name|counterpart|partner/i],
  purpose: [/verwendung|purpose|remittance/i, /reference|description|details|memo|text|betreff/i],
  currency: [/w(ä|ae)hrung|currency|^ccy$/i],
  id: [/transaktions?.?(id|nr|nummer)|transaction.?(id|number)|bank.?ref|^id$/i],
} as const

const sampled = 5

/** How a file is probably read. @throws StatementFault for one that is no table */
export function guess(bytes: Uint8Array): CsvLook {
  const encoding = encodingOf(bytes)
  const { delimiter, columns: width } = delimiterOf(bytes, encoding)
  const lines = linesOf(bytes, { encoding, delimiter }, 30)
  // Banks write about the account above the table.
  const first = lines.find(({ cells }) => cells.length >= width) ?? lines[0]!
  const isNamed = !first.cells.some((cell) => csvDates.some((dates) => dayOf(cell, dates) !== null))
  const header = isNamed ? first.line : 0
  const rows = lines.filter(({ line, cells }) => line > header && cells.length >= width)
  const found = (of: keyof typeof names): number | undefined =>
    names[of]
      .map((name) => (isNamed ? first.cells.findIndex((cell) => name.test(cell)) : -1))
      .find((at) => at >= 0)
  const shaped = (fits: (cell: string) => boolean): number =>
    Math.max(
      0,
      first.cells.findIndex((_, at) => rows.length > 0 && rows.every(({ cells }) => fits(cells[at] ?? ''))),
    )
  const date = found('date') ?? shaped((cell) => csvDates.some((dates) => dayOf(cell, dates) !== null))
  const isMoney = (cell: string) => /[.,]\d{2}$/.test(cell) && /^[\d\s.,'+-]+$/.test(cell)
  const amount = found('amount') ?? shaped(isMoney)
  const cellsOf = (at: number) => rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
  const dates =
    csvDates.find((each) => cellsOf(date).every((cell) => fitsDate(cell, each))) ?? ('d.m.y' as const)
  const decimal = ([',', '.'] as const).find((each) =>
    cellsOf(amount).every((cell) => amountOf(cell, each, 'eur') !== null),
  )
  // By what stands in it: banks call this column by all kinds of names.
  const direction = first.cells.findIndex(
    (_, at) =>
      at !== amount && rows.length > 0 && rows.every(({ cells }) => directionOf(cells[at] ?? '') !== null),
  )
  const optional = (['payer', 'purpose', 'currency', 'id'] as const).flatMap((of) => {
    const at = found(of)
    return at === undefined ? [] : [[of, at] as const]
  })
  const mapping = {
    ...{ encoding, delimiter, header, date, amount, dates, decimal: decimal ?? ',', defaultCurrency: 'eur' },
    ...Object.fromEntries(optional),
    ...(direction < 0 ? {} : { direction }),
  }
  return shown(bytes, mapping)
}

/** Slashes are written in the United States, unless a day tells otherwise. */
function fitsDate(cell: string, dates: CsvMapping['dates']): boolean {
  if (dates === 'd.m.y' && cell.includes('/')) return false
  return dayOf(cell, dates) !== null
}

/** The file as this mapping reads it. @throws StatementFault */
export function shown(bytes: Uint8Array, mapping: CsvMapping): CsvLook {
  const lines = linesOf(bytes, mapping, 30)
  const named = lines.find(({ line }) => line === mapping.header)
  const rows = lines.filter(({ line }) => line > mapping.header)
  const width = Math.max(named?.cells.length ?? 0, ...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => named?.cells[at] || `Column ${at + 1}`)
  const days = rows.map(({ cells }) => cells[mapping.date] ?? '').filter((cell) => cell !== '')
  const ambiguousDays =
    days.length > 0 && days.every((day) => dayOf(day, 'd.m.y') !== null && dayOf(day, 'm/d/y') !== null)
  return { mapping, columns, ambiguousDays, sample: rows.slice(0, sampled) }
}
