import { AppError } from '#platform/kernel/error.ts'

/** Whether the first bytes are those of a picture: not for SVG and HTML, which can hold scripts. */
function isPicture(bytes: Buffer): boolean {
  const at = (from: number, to: number): string => bytes.subarray(from, to).toString('latin1')
  return (
    at(0, 3) === '\xff\xd8\xff' ||
    at(0, 8) === '\x89PNG\r\n\x1a\n' ||
    /^GIF8[79]a$/.test(at(0, 6)) ||
    (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') ||
    (at(4, 8) === 'ftyp' && /^avi[fs]$/.test(at(8, 12)))
  )
}

/** Judges a picture by its bytes: its name does not matter, because it is drawn again. @throws AppError invalid that says what is wrong */
export function demandPicture(bytes: Buffer): void {
  if (bytes.length === 0) throw refusedPicture('The picture is empty.')
  if (isPicture(bytes)) return
  throw refusedPicture(`The picture must be a JPEG, PNG, WebP, GIF or AVIF. ${refusedKind(bytes)}`)
}

/** What the file is instead, as far as its first bytes tell, and what to do. */
function refusedKind(bytes: Buffer): string {
  const start = bytes.subarray(0, 400).toString('latin1')
  if (/^....ftyp(?:hei|hev|mif1|msf1)/s.test(start))
    return 'This file is a HEIC, as iPhones save photos: save or export it as JPEG, then upload that.'
  if (/^(?:II\*\0|MM\0\*)/.test(start))
    return 'This file is a TIFF: save it as JPEG or PNG, then upload that.'
  if (/<svg[\s>]/i.test(start)) return 'SVG drawings can hold scripts and are not taken: save it as PNG.'
  return 'This file is something else: save the picture in one of these formats, then upload that.'
}

/** A refusal with a message for the editor's form; `field` is the field that the editor must change. */
export function refusedPicture(message: string): AppError {
  return new AppError('invalid', 'PICTURE_REFUSED', message, { errors: [message] })
}
