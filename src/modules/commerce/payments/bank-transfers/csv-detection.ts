import { type CsvChoice, type CsvMeaning, csvDates } from './contract-csv-mapping.ts'
import type { CsvLine } from './csv-text.ts'
import { amountOf, dayOf } from './csv-values.ts'

const decimals = ['.', ','] as const

/**
 * What the cells themselves say of how they are written, where nothing is chosen yet: the line with the names, and, once a
 * person has said which columns they are, the order of the day's parts and the decimal sign. The majority decides, so one
 * odd cell turns nothing over: it is named as unread. Where two ways read equally many cells, nothing is said.
 */
export function detectedFormat(lines: readonly CsvLine[], chosen: CsvChoice): Partial<CsvChoice> {
  const header = chosen.header ?? headerOf(lines)
  const rows = lines.filter(({ line }) => line > (header ?? 0))
  const cellsOf = (meaning: CsvMeaning): string[] => {
    const at = chosen.columns.indexOf(meaning)
    return at < 0 ? [] : rows.flatMap(({ cells }) => cells[at] || [])
  }
  const days = cellsOf('date')
  const amounts = (['amount', 'in', 'out'] as const).flatMap(cellsOf)
  const currency = chosen.currency ?? cellsOf('currency')[0]?.toLowerCase()
  const dates = chosen.dates ?? most(csvDates, (way) => days.filter((day) => dayOf(day, way) !== null).length)
  const decimal =
    chosen.decimal ??
    (currency === undefined
      ? undefined
      : most(decimals, (sign) => amounts.filter((cell) => isAmount(cell, sign, currency)).length))
  return {
    ...(header !== undefined && { header }),
    ...(dates !== undefined && { dates }),
    ...(decimal !== undefined && { decimal }),
  }
}

/** A cell whose currency is another one than the first line's says nothing. */
const isAmount = (cell: string, sign: (typeof decimals)[number], currency: string): boolean =>
  /[.,]/.test(cell) && amountOf(cell, sign, currency) !== null

/** The line above the first day, if its cells are words; 0 if the first line has a day; else nothing is said. */
function headerOf(lines: readonly CsvLine[]): number | undefined {
  const widths = [...Map.groupBy(lines, ({ cells }) => cells.length)].filter(([width]) => width > 1)
  const [table] = widths.sort(([, a], [, b]) => b.length - a.length)
  const at = lines.findIndex((row) => table?.[1].includes(row) && row.cells.some(isDayInSomeOrder))
  const above = lines[at - 1]
  if (above === undefined) return at === 0 ? 0 : undefined
  const words = above.cells.filter(Boolean)
  return words.length > 1 && words.every((cell) => /^[^\d]*\p{L}/u.test(cell)) ? above.line : undefined
}

const isDayInSomeOrder = (cell: string): boolean => csvDates.some((way) => dayOf(cell, way) !== null)

/** The way that counts most; undefined for none, and where two count the same. */
function most<Way>(ways: readonly Way[], countOf: (way: Way) => number): Way | undefined {
  const counted = ways.map((way) => ({ way, count: countOf(way) })).sort((a, b) => b.count - a.count)
  const [first, second] = counted
  return first !== undefined && first.count > (second?.count ?? 0) ? first.way : undefined
}
