import type sharpType from 'sharp'
import { AppError } from '#platform/kernel/error.ts'
import { movingPicture, refusedPicture } from './picture-type.ts'

/** Pixels of the widest picture on any page, on a high-resolution screen. */
const widest = 2_400
/** The most pixels of the longest side. Decoding time also grows with the number of rows of a narrow picture. */
const longestSide = 16_384
const mostPixels = 40_000_000
/** Pictures that may wait while another one is decoded; each takes up to 10 MB. */
const mostWaiting = 8

export interface Redrawn {
  bytes: Buffer
  width: number
  height: number
}

let loaded: Promise<typeof sharpType> | undefined

/** Loaded with the first picture. Only the five named decoders remain enabled afterwards: no SVG, no PDF, no ImageMagick. */
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

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * The picture re-encoded as WebP, at most 2,400 pixels wide, upright, without metadata, so that nothing else of the file
 * remains. A process decodes one picture at a time, so that pictures never take
 * all the threads that read static files.
 * @throws AppError invalid for a file that is broken, moves or is too large; too-many while others wait
 */
export async function redrawPicture(bytes: Buffer): Promise<Redrawn> {
  if (waiting > mostWaiting)
    throw new AppError(
      'too-many',
      'PICTURES_BUSY',
      'Other pictures are being worked on. Wait a few seconds, then upload this picture again.',
      { retryAfter: 10 },
    )
  waiting += 1
  const turn = last.then(() => redraw(bytes)).finally(() => (waiting -= 1))
  last = turn.catch(() => undefined)
  return turn
}

async function redraw(bytes: Buffer): Promise<Redrawn> {
  const sharp = await library()
  await demandStillOfSize(sharp, bytes)
  try {
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels, pages: 1 })
      .rotate()
      .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    throw broken()
  }
}

/** Checks from the header that the picture is still, and its size. */
async function demandStillOfSize(sharp: typeof sharpType, bytes: Buffer): Promise<void> {
  const {
    width,
    height,
    format,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw broken()
    })
  if (pages > 1) throw movingPicture(format.toUpperCase())
  if (Math.max(width, height) <= longestSide && width * height <= mostPixels) return
  const said = [width, height].map((side) => side.toLocaleString('en-US')).join(' × ')
  throw refusedPicture(
    `The picture is ${said} pixels. Each side must be at most 16,384 pixels, and all of it at most 40 million.`,
  )
}

const broken = () => refusedPicture('The picture cannot be read: the file is broken or incomplete.')
