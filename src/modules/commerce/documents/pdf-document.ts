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
    line = ''
    for (const letter of word) {
      if (!fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}
