/**
 * Makes the two silent films of the site from its own drawings: scenes in a page with a clock that stands still until
 * told, one picture per frame, then one small WebM each, with a poster and captions. Needs ffmpeg and a Chromium.
 * `npm run videos`, or `npm run videos -- welcome` for one of them.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { encodeFilm, encodePoster } from './videos/encode.ts'
import { films } from './videos/films.ts'
import { recordFrames } from './videos/record.ts'
import { captionsOf } from './videos/scene.ts'

const folder = fileURLToPath(new URL('../apps/web/public/assets/videos/', import.meta.url))
await mkdir(folder, { recursive: true })
for (const film of films) {
  if (process.argv[2] && process.argv[2] !== film.name) continue
  const frames = await recordFrames(film)
  const size = await encodeFilm(frames, film, `${folder}${film.name}.webm`)
  const poster = await encodePoster(frames, film, `${folder}${film.name}.webp`)
  await writeFile(`${folder}${film.name}.vtt`, captionsOf(film))
  await frames.drop()
  console.log(
    `${film.name}: ${film.seconds} s, ${Math.round(size / 1024)} kB, poster ${Math.round(poster / 1024)} kB`,
  )
}
