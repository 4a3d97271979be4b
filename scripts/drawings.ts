/**
 * Draws the pictures of the site into `apps/web/public/assets/art/`. Run with `node scripts/drawings.ts` after a
 * change in `drawings/`; the results are committed, because they change rarely and the site needs them without a
 * build step.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { pictures } from './drawings/pictures.ts'

const folder = fileURLToPath(new URL('../apps/web/public/assets/art/', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const [name, draw] of Object.entries(pictures)) writeFileSync(`${folder}${name}.svg`, String(draw()))

// Each badge that is handed out is this picture with a credential written into it.
await sharp(`${folder}badge.svg`, { density: 108 })
  .png({ palette: true, effort: 10 })
  .toFile(`${folder}badge.png`)
