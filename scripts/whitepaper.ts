/**
 * Sets the whitepaper and writes it where the product serves it from.
 * `npm run whitepaper` for the default brand, `npm run whitepaper -- "Another Name"` for another.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { makeWhitepaper } from './whitepaper/make-whitepaper.ts'

const target = fileURLToPath(new URL('../src/modules/leads/assets/whitepaper.pdf', import.meta.url))
const brand = process.argv[2]?.trim() || 'Veralead'
const { bytes, pages } = await makeWhitepaper(brand)
await writeFile(target, bytes)
console.log(`${pages} pages, ${Math.round(bytes.length / 1024)} kB: ${target}`)
