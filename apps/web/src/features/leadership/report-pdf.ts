/** One line of the report. `y` counts from the top in points; A4 is 595 by 842. */
interface Line {
  x: number
  y: number
  size: number
  text: string
  bold?: boolean
}

export interface Report {
  title: string
  brand: string
  total: string
  note: string
  rows: readonly { name: string; amount: string; share: string; description: string }[]
}

/** Characters of the standard fonts' encoding; others become a plain sign. */
function encoded(text: string): string {
  const plain = text.replace(/[–—]/g, '-').replace(/[‘’]/g, "'").replace(/[“”]/g, '"')
  let result = ''
  for (const character of plain) {
    const code = character.charCodeAt(0)
    if ('\\()'.includes(character)) result += `\\${character}`
    else
      result +=
        code >= 32 && code < 127 ? character : code >= 160 && code <= 255 ? `\\${code.toString(8)}` : '?'
  }
  return result
}

/** Words in lines of at most `width` characters. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && `${line} ${word}`.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

function layout(report: Report): Line[] {
  const lines: Line[] = [{ x: 56, y: 64, size: 10, text: report.brand, bold: true }]
  let y = 104
  for (const text of wrapped(report.title, 44)) {
    lines.push({ x: 56, y, size: 22, text, bold: true })
    y += 28
  }
  lines.push({ x: 56, y: y + 34, size: 40, text: report.total, bold: true })
  y += 62
  for (const text of wrapped(report.note, 92)) {
    lines.push({ x: 56, y, size: 10, text })
    y += 15
  }
  y += 24
  for (const row of report.rows) {
    lines.push(
      { x: 56, y, size: 12, text: row.name, bold: true },
      { x: 360, y, size: 12, text: row.amount },
      { x: 490, y, size: 12, text: row.share },
    )
    y += 16
    for (const text of wrapped(row.description, 92)) {
      lines.push({ x: 56, y, size: 9.5, text })
      y += 13
    }
    y += 14
  }
  return lines
}

/**
 * The result as a one-page PDF, written by hand: two standard fonts and a page of text need no library of a
 * hundred kilobytes.
 */
export function reportPdf(report: Report): Blob {
  const content = layout(report)
    .map(
      ({ x, y, size, text, bold }) =>
        `BT /${bold ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${842 - y} Tm (${encoded(text)}) Tj ET`,
    )
    .join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title (${encoded(report.title)}) /Creator (${encoded(report.brand)}) >>`,
  ]
  let file = '%PDF-1.4\n'
  const places: number[] = []
  for (const [index, object] of objects.entries()) {
    places.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const start = file.length
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new Blob([file], { type: 'application/pdf' })
}
