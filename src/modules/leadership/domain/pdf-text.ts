/** Widths of Helvetica's characters 32 to 126, thousandths of the size (Adobe's metrics of the standard fonts). */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]

/** Codes of the characters that WinAnsi, the standard fonts' encoding, has between 128 and 159. */
const winAnsi: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  '™': 0x99,
}

/** The width of `text` in Helvetica, in points; a character beyond ASCII counts as a wide letter. */
export function widthOf(text: string, size: number): number {
  let sum = 0
  for (const character of text) sum += widths[character.charCodeAt(0) - 32] ?? 600
  return (sum * size) / 1000
}

/** The text as a PDF string in WinAnsi; a character that the fonts lack becomes "?". */
export function pdfString(text: string): string {
  let result = ''
  for (const character of text) {
    const code = winAnsi[character] ?? character.charCodeAt(0)
    if ('\\()'.includes(character)) result += `\\${character}`
    else if (code >= 32 && code < 127) result += character
    else if (code >= 128 && code <= 255 && character.length === 1)
      result += `\\${code.toString(8).padStart(3, '0')}`
    else result += '?'
  }
  return `(${result})`
}

/** Breaks `text` into lines of at most `width` points; a longer word is cut. */
export function linesOf(text: string, width: number, size: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const whole of text.split(/\s+/).filter(Boolean)) {
    let word = whole
    const joined = line === '' ? word : `${line} ${word}`
    if (widthOf(joined, size) <= width) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    while (widthOf(word, size) > width) {
      let end = word.length - 1
      while (end > 1 && widthOf(word.slice(0, end), size) > width) end -= 1
      lines.push(word.slice(0, end))
      word = word.slice(end)
    }
    line = word
  }
  return line === '' ? lines : [...lines, line]
}
