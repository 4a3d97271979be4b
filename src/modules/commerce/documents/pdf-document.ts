import { fileURLToPath } from 'node:url'
import type { DocumentContent } from './document-parts.ts'

/** The font of letters that a layout's own do not have. */
export const wide = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))

/**
 * The bytes of a document that `draw` sets. Every layout is made by it, those of earlier releases, too, whose bytes may not
 * change: the digests of all are pinned by tests (ADR 045).
 */
export async function documentOf(
  content: DocumentContent,
  options: { font?: string },
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  // Loaded with the first document: it is a third of what the process would hold without any.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: {
      Title: `${content.title} ${content.facts[0]?.value ?? ''}`.trim(),
      Author: content.issuer,
      CreationDate: content.issuedAt,
      ModDate: content.issuedAt,
    },
    lang: 'en',
    displayTitle: true,
    // Compressed bytes differ between versions of zlib and kinds of processors.
    compress: false,
    ...options,
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  draw(pdf)
  pdf.end()
  return done
}

/** The text in lines that fit; broken between words, and inside one only where it must be. */
export function linesOf(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    let rest = [...word]
    while (!fits(rest.join(''))) {
      const count = mostThatFit(rest, fits)
      lines.push(rest.slice(0, count).join(''))
      rest = rest.slice(count)
    }
    line = rest.join('')
  }
  return [...lines, line]
}

/** How many letters from the first on fit into a line, at least one; less than all. */
function mostThatFit(letters: readonly string[], fits: (part: string) => boolean): number {
  let [least, tooMany] = [1, letters.length]
  while (tooMany - least > 1) {
    const middle = Math.floor((least + tooMany) / 2)
    if (fits(letters.slice(0, middle).join(''))) least = middle
    else tooMany = middle
  }
  return least
}
