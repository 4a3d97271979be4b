/**
 * A cell that starts like this is a formula in a spreadsheet; a leading apostrophe makes it text. Spreadsheets skip
 * white space and invisible characters (byte order marks, zero widths), and read full-width signs as the plain ones.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u
/** Plain numbers stay numbers, negative ones included. */
const number = /^-?\d+(?:\.\d+)?$/
/** A number or text in a spreadsheet: it names no function and no cell. A hyphen would make it a sum. */
const phone = /^\+\d[\d ()]*$/

/** One cell: quoted where needed, never a formula. */
export function csvCell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = formula.test(text) && !number.test(text) && !phone.test(text) ? `'${text}` : text
  return /[",\r\n;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The first line of every CSV file. It begins with a byte order mark: without one Excel reads UTF-8 as Windows-1252. */
export const csvHead = (columns: Parameters<typeof csvLine>[0]): string => `\ufeff${csvLine(columns)}`

/** One line with its line break (RFC 4180). */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
