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

const number = /-?\d*\.?\d+/g

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
/**
 * The first picture of a page in whole numbers of a grid, so many lines to a unit: a third fewer bytes again, and half the
 * width of a hair from where it was.
 */
const onGrid: Record<string, number> = { 'about-hero': 3 }
const whole: Config = {
  plugins: [
    { name: 'convertPathData', params: { floatPrecision: 0, makeArcs: { threshold: 0, tolerance: 0 } } },
  ],
}
for (const [name, draw] of Object.entries(pictures)) {
  const drawn = String(draw())
  const lines = onGrid[name]
  const made = lines === undefined ? optimize(drawn, smaller) : optimize(scaled(drawn, lines), whole)
  const svg = handedOut.includes(name) ? drawn : made.data
  writeFileSync(`${folder}${name}.svg`, svg)
}

// Each issued badge is this picture with a credential embedded.
await sharp(`${folder}badge.svg`, { density: 108 })
  .png({ palette: true, effort: 10 })
  .toFile(`${folder}badge.png`)

/** The drawing with the same size on a page, in units that are `times` smaller. */
function scaled(svg: string, times: number): string {
  const larger = (text: string): string => String(Number((Number(text) * times).toFixed(4)))
  return svg
    .replace(/viewBox="[^"]*"|stroke-width="[^"]*"|stroke-dasharray="[^"]*"/g, (one) =>
      one.replace(number, larger),
    )
    .replace(/ d="([^"]*)"/g, (_, path: string) => {
      const steps = path.replace(/([a-z])([^a-z]*)/gi, (_step, command: string, values: string) => {
        let at = 0
        return (
          command +
          values.replace(number, (text) => {
            const place = at++ % 7
            // Of an arc, the rotation and the two flags are no lengths.
            return command.toLowerCase() === 'a' && place >= 2 && place <= 4 ? text : larger(text)
          })
        )
      })
      return ` d="${steps}"`
    })
}
