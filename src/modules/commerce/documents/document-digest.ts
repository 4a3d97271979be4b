import { createHash } from 'node:crypto'

/** SHA-256 of a document's bytes, hex: `IssuedDocument.pdfDigest`. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
