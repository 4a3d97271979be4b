import type sharpType from 'sharp'
import { refusedPicture } from './picture-type.ts'

/** Widest picture that any page shows, in pixels of a dense screen. */
const widest = 2_400
const mostPixels = 40_000_000

export interface Redrawn {
  bytes: Buffer
  width: number
  height: number
}

let loaded: Promise<typeof sharpType> | undefined

/** Loaded with the first picture. Only the five readers that we name exist afterwards: no SVG, no PDF, no ImageMagick. */
async function library(): Promise<typeof sharpType> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadNsgifBuffer',
        'VipsForeignLoadHeifBuffer',
      ],
    })
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}

/**
 * The picture painted anew as WebP, at most 2,400 pixels wide, upright, without metadata: whatever else was in the
 * file is not in the result. Of an animation the first frame remains.
 * @throws AppError invalid for a broken file, or one of more than 40 million pixels
 */
export async function redrawPicture(bytes: Buffer): Promise<Redrawn> {
  const sharp = await library()
  try {
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels, pages: 1 })
      .rotate()
      .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (cause) {
    const tooMany = cause instanceof Error && /pixel limit/i.test(cause.message)
    throw refusedPicture(
      tooMany
        ? 'The picture must have at most 40 million pixels.'
        : 'The picture cannot be read: the file is broken or incomplete.',
    )
  }
}
