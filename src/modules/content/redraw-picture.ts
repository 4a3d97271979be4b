import type sharpType from 'sharp'
import { AppError } from '#platform/kernel/error.ts'
import { refusedPicture } from './picture-type.ts'

/** Widest picture that any page shows, in pixels of a dense screen. */
const widest = 2_400
/** Pixels of the longest side that is taken. A picture of one column is as slow as its rows are many. */
const longestSide = 16_384
const mostPixels = 40_000_000
/** Pictures that wait while another one is decoded; each holds up to 10 MB. */
const mostWaiting = 8

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

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * The picture painted anew as WebP, at most 2,400 pixels wide, upright, without metadata: whatever else was in the
 * file is not in the result. Of an animation the first frame remains. A process decodes one picture at a time, so that
 * the threads which read static files are never all held by pictures.
 * @throws AppError invalid for a broken file, or one that is too large; too-many while others wait
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
  await demandSize(sharp, bytes)
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

/** Reads no further than the header. */
async function demandSize(sharp: typeof sharpType, bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw broken()
    })
  if (Math.max(width, height) <= longestSide && width * height <= mostPixels) return
  const said = [width, height].map((side) => side.toLocaleString('en-US')).join(' × ')
  throw refusedPicture(
    `The picture is ${said} pixels. Each side must be at most 16,384 pixels, and all of it at most 40 million.`,
  )
}

const broken = () => refusedPicture('The picture cannot be read: the file is broken or incomplete.')
