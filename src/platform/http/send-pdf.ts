import type { Response } from 'express'

/**
 * Answers with a PDF. It is about one person, so that it is kept by no cache, and the page that a link in it leads to does not
 * learn its address.
 * @param filename with its ending; letters of ASCII
 */
export function sendPdf(
  res: Response,
  { bytes, filename, disposition }: { bytes: Buffer; filename: string; disposition: 'inline' | 'attachment' },
): undefined {
  res
    .status(200)
    .set({
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.length),
      'Content-Disposition': `${disposition}; filename="${filename}"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    .end(bytes)
  return undefined
}
