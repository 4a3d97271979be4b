import { type AppError, refusedFields } from '#platform/kernel/error.ts'

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
  const moving = animatedKind(bytes)
  if (moving !== undefined) throw movingPicture(moving)
  if (isPicture(bytes)) return
  throw refusedPicture(`The picture must be a JPEG, PNG, WebP, GIF or AVIF. ${refusedKind(bytes)}`)
}

/** The kind of an animated picture whose frames the decoder does not count, so that it would take the first without a word. */
function animatedKind(bytes: Buffer): string | undefined {
  if (bytes.toString('latin1', 4, 12) === 'ftypavis') return 'AVIF'
  const control = bytes.toString('latin1', 1, 4) === 'PNG' ? bytes.indexOf('acTL') : -1
  return control > 0 && control < bytes.indexOf('IDAT') ? 'PNG' : undefined
}

/** The refusal of a picture that moves. */
export function movingPicture(kind: string): AppError {
  return refusedPicture(
    `This ${kind} moves, and only still pictures are taken. Save the one frame that you want to show, then upload that.`,
  )
}

/** What the file is instead, as far as its first bytes show, and what to do. */
function refusedKind(bytes: Buffer): string {
  const start = bytes.subarray(0, 400).toString('latin1')
  if (/^....ftyp(?:hei|hev|mif1|msf1)/s.test(start))
    return 'This file is a HEIC, as iPhones save photos: save or export it as JPEG, then upload that.'
  if (/^(?:II\*\0|MM\0\*)/.test(start))
    return 'This file is a TIFF: save it as JPEG or PNG, then upload that.'
  if (/<svg[\s>]/i.test(start)) return 'SVG drawings can hold scripts and are not taken: save it as PNG.'
  return 'This file is something else: save the picture in one of these formats, then upload that.'
}

/** A refusal of the file, with the sentence for the editor. */
export function refusedPicture(message: string): AppError {
  return refusedFields('PICTURE_REFUSED', [{ path: 'file', message }])
}
