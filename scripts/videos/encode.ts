import { execFile } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { posterFile, posterWidths } from '../../apps/web/src/shop/program/poster-sources.ts'
import type { Frames } from './record.ts'
import { type Film, frame } from './scene.ts'

const run = promisify(execFile)
/** Films load on phones, so each has a maximum size. */
const maxBytes = 1_200_000

/**
 * Encodes VP9 in two passes, without a sound track, for a size below the limit.
 * @returns the bytes written
 * @throws Error when ffmpeg fails or the film is too large.
 */
export async function encodeFilm(frames: Frames, film: Film, target: string): Promise<number> {
  const kilobits = Math.floor((maxBytes * 0.86 * 8) / film.seconds / 1000)
  const log = `${target}.pass`
  const common = ['-y', '-v', 'error', '-framerate', String(frame.perSecond), '-i', frames.pattern]
  const codec = [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    `${kilobits}k`,
    '-pix_fmt',
    'yuv420p',
    '-g',
    '240',
    '-row-mt',
    '1',
  ]
  // The colours are converted and declared alike, so that the film's background matches the page's.
  const colour = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-colorspace', 'bt709']
  colour.push('-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv')
  const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-passlogfile', log]
  await run('ffmpeg', [
    ...common,
    ...colour,
    ...codec,
    '-pass',
    '1',
    '-speed',
    '4',
    ...exact,
    '-an',
    '-f',
    'null',
    '-',
  ])
  await run('ffmpeg', [...common, ...colour, ...codec, '-pass', '2', '-speed', '3', ...exact, '-an', target])
  await rm(`${log}-0.log`, { force: true })
  const { size } = await stat(target)
  if (size > maxBytes) throw new Error(`${film.name} has ${size} bytes, more than ${maxBytes}`)
  return size
}

/**
 * Writes the poster in each of its widths as AVIF and WebP, the widest WebP as `name.webp`, which the content names.
 * @param picture the frame as PNG
 * @returns the bytes written
 */
export async function encodePosters(picture: Buffer, film: Film, folder: string): Promise<number> {
  let bytes = 0
  const write = async (file: string, width: number, type: 'avif' | 'webp'): Promise<void> => {
    const shape = sharp(picture).resize({ width, withoutEnlargement: true })
    const coded =
      type === 'avif' ? shape.avif({ quality: 58, effort: 9 }) : shape.webp({ quality: 78, effort: 6 })
    bytes += (await coded.toFile(`${folder}${file}`)).size
  }
  for (const width of posterWidths) {
    for (const type of ['avif', 'webp'] as const) await write(posterFile(film.name, width, type), width, type)
  }
  return bytes
}
