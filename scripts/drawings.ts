/**
 * Draws the pictures of the site into `apps/web/public/assets/art/`. Run with `node scripts/drawings.ts` after a
 * change in `drawings/`; the results are committed, because they change rarely and the site needs them without a
 * build step.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type Config, optimize } from 'svgo'
import { pictures } from './drawings/pictures.ts'

const folder = fileURLToPath(new URL('../apps/web/public/assets/art/', import.meta.url))
mkdirSync(folder, { recursive: true })

/** Pictures in issued documents. An issued certificate is compared with a newly drawn one, so these two never change. */
const handedOut = ['badge', 'certificate-ground']
/** Paths are half of a picture's bytes. Coordinates relative to the previous point, to a tenth of a unit, halve them. */
const smaller: Config = {
  plugins: [
    { name: 'convertPathData', params: { floatPrecision: 1, makeArcs: { threshold: 0, tolerance: 0 } } },
  ],
}
for (const [name, draw] of Object.entries(pictures)) {
  const drawn = String(draw())
  const svg = handedOut.includes(name) ? drawn : optimize(drawn, smaller).data
  writeFileSync(`${folder}${name}.svg`, svg)
}

// Each issued badge is this picture with a credential embedded.
await sharp(`${folder}badge.svg`, { density: 108 })
  .png({ palette: true, effort: 10 })
  .toFile(`${folder}badge.png`)
