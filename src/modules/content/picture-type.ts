import { AppError } from '#platform/kernel/error.ts'

export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

const endings: Record<PictureType, RegExp> = {
  jpeg: /\.jpe?g$/i,
  png: /\.png$/i,
  webp: /\.webp$/i,
  gif: /\.gif$/i,
  avif: /\.avif$/i,
}

/** The type of a picture by its first bytes; null for any other file, SVG and HTML included. */
export function pictureType(bytes: Buffer): PictureType | null {
  const at = (from: number, to: number): string => bytes.subarray(from, to).toString('latin1')
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a') return 'gif'
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp'
  if (at(4, 8) === 'ftyp' && /^avi[fs]$/.test(at(8, 12))) return 'avif'
  return null
}

/** The type, when the bytes and the name agree. @throws AppError invalid that says what is wrong with the picture */
export function demandPictureType(bytes: Buffer, name: string): PictureType {
  if (bytes.length === 0) throw refusedPicture('The picture is empty.')
  const type = pictureType(bytes)
  if (type === null) {
    throw refusedPicture(
      'The picture must be a JPEG, PNG, WebP, GIF or AVIF. SVG drawings can hold scripts and are not taken.',
    )
  }
  if (!endings[type].test(name)) {
    throw refusedPicture(
      `The picture is a ${type.toUpperCase()} by its content, but its name says otherwise.`,
    )
  }
  return type
}

/** A refusal with a message for the editor's form; `field` is the field that the editor must change. */
export function refusedPicture(message: string): AppError {
  return new AppError('invalid', 'PICTURE_REFUSED', message, { errors: [message] })
}
