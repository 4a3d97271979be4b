/**
 * Makes the two silent films of the site from its own drawings: scenes in a page whose clock is moved frame by frame, one
 * picture per frame, then one small WebM each, with posters and captions. Needs ffmpeg and a Chromium.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readArguments } from '../src/platform/kernel/arguments.ts'
import { encodeFilm, encodePosters } from './videos/encode.ts'
import { films } from './videos/films.ts'
import { recordFrame, recordFrames } from './videos/record.ts'
import { captionsOf, type Film } from './videos/scene.ts'

const folder = fileURLToPath(new URL('../apps/web/public/assets/videos/', import.meta.url))
const all = films.map(({ name }) => name)
const {
  values: { posters: postersOnly = false },
  words: names,
  refuse,
} = readArguments(
  `Makes the silent films of the site from its own drawings.

  npm run videos
  npm run videos -- welcome       one of them
  npm run videos -- --posters     their posters only

Films: ${all.join(', ')}.`,
  { posters: { type: 'boolean' } },
  all.length,
)
const unknown = names.find((name) => !all.includes(name))
if (unknown !== undefined) refuse(`There is no film "${unknown}"`)
const kilobytes = (bytes: number): number => Math.round(bytes / 1024)

await mkdir(folder, { recursive: true })
for (const film of films) {
  if (names.length > 0 && !names.includes(film.name)) continue
  if (!postersOnly) await makeFilm(film)
  const posters = await encodePosters(await recordFrame(film, film.posterAt), film, folder)
  console.log(`${film.name}: posters ${kilobytes(posters)} kB together`)
}

async function makeFilm(film: Film): Promise<void> {
  const frames = await recordFrames(film)
  const size = await encodeFilm(frames, film, `${folder}${film.name}.webm`)
  await writeFile(`${folder}${film.name}.vtt`, captionsOf(film))
  await frames.drop()
  console.log(`${film.name}: ${film.seconds} s, ${kilobytes(size)} kB`)
}
