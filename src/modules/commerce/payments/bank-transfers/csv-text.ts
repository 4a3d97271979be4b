import { CsvError, parse } from 'csv-parse/sync'
import { type CsvMapping, csvDelimiters } from './contract-csv-mapping.ts'
import { StatementFault } from './statement.ts'

const mostLines = 20_000
const looked = 30

/** A line of the file, with its number there, counted from 1. */
export interface CsvLine {
  line: number
  cells: string[]
}

/** By its byte order mark, or the zeros of UTF-16; what is not UTF-8 then is the encoding that banks used before. */
export function encodingOf(bytes: Uint8Array): CsvMapping['encoding'] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 400)
  const zerosAt = (rest: number): number => head.filter((byte, at) => byte === 0 && at % 2 === rest).length
  if (zerosAt(1) > head.length / 4) return 'utf-16le'
  if (zerosAt(0) > head.length / 4) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** @throws StatementFault for a file that is no text of this encoding, or has too many lines */
export function linesOf(
  bytes: Uint8Array,
  { encoding, delimiter }: Pick<CsvMapping, 'encoding' | 'delimiter'>,
  most = mostLines,
): CsvLine[] {
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new StatementFault(`Its characters are not ${encoding}.`)
  }
  if (text.includes('\0')) throw new StatementFault('It is no text.')
  try {
    const read = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 20_000,
      to: most + 1,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    if (most === mostLines && read.length > most) throw new StatementFault(`It has more than ${most} lines.`)
    return read.slice(0, most).map(({ record, info }) => {
      const cells = record.map((cell) => cell.trim())
      // A line that continues in quotes is named by its beginning.
      const breaks = record.join('').split(/\r\n|\n|\r/).length - 1
      return { line: info.lines - breaks, cells }
    })
  } catch (error) {
    if (error instanceof CsvError) throw new StatementFault(`It is not well-formed: ${error.message}`)
    throw error
  }
}

/** The delimiter with which most of the first lines have the same number of columns. @throws StatementFault for no table */
export function delimiterOf(bytes: Uint8Array, encoding: CsvMapping['encoding']): CsvMapping['delimiter'] {
  const tried = csvDelimiters.flatMap((delimiter) => {
    try {
      const counts = Map.groupBy(linesOf(bytes, { encoding, delimiter }, looked), ({ cells }) => cells.length)
      const weights = [...counts].map(([columns, lines]) => (columns > 1 ? lines.length * columns : 0))
      return [{ delimiter, weight: Math.max(0, ...weights) }]
    } catch (error) {
      if (error instanceof StatementFault) return []
      throw error
    }
  })
  const [best] = tried.sort((a, b) => b.weight - a.weight)
  if (best === undefined || best.weight === 0)
    throw new StatementFault('It is neither a bank statement in the format camt.053 nor a table (CSV).')
  return best.delimiter
}
