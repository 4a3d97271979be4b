/** One entry: a place in generated code and its source; lines and columns count from 1, as in a stack. */
type Place = [line: number, column: number, source: number, sourceLine: number, sourceColumn: number]

const digits = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((digit, value) => [
    digit,
    value,
  ]),
)

/**
 * The entries of a source map where another source line begins, for `bin/source-frames.mjs`: reading a whole map takes a
 * process tens of megabytes and a tenth of a second at its first error.
 * @param numberOf the number of a source of the map in the list that all files share
 * @param shift how far a column has moved since the map was made
 */
export function linesOf(
  mappings: string,
  numberOf: (source: number) => number,
  shift: (line: number, column: number) => number,
): Int32Array {
  const places: Place[] = []
  let [source, sourceLine, sourceColumn] = [0, 0, 0]
  for (const [index, segments] of mappings.split(';').entries()) {
    const line = index + 1
    let column = 0
    let before: Place | undefined
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [columns = 0, ...rest] = numbersIn(segment)
      column += columns
      if (rest.length < 3) continue
      source += rest[0] ?? 0
      sourceLine += rest[1] ?? 0
      sourceColumn += rest[2] ?? 0
      const number = numberOf(source)
      if (before !== undefined && before[2] === number && before[3] === sourceLine + 1) continue
      before = [line, column + shift(line, column) + 1, number, sourceLine + 1, sourceColumn + 1]
      places.push(before)
    }
  }
  return Int32Array.from(places.flat())
}

/** The numbers of a segment: base 64 VLQ, five bits a digit, the lowest first, the sign in the lowest bit. */
function numbersIn(segment: string): number[] {
  const numbers: number[] = []
  let value = 0
  let bits = 0
  for (const digit of segment) {
    const read = digits.get(digit) ?? 0
    value += (read & 31) << bits
    if (read & 32) {
      bits += 5
      continue
    }
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    bits = 0
  }
  return numbers
}
