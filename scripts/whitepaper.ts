/**
 * Makes the whitepaper. `node scripts/whitepaper.ts` writes the PDF that ships with the product; run it after a change in
 * `whitepaper/`, of the drawings, or of the calculator's formula, and commit the result. With a brand and a file it makes
 * the same paper for another brand, to be uploaded in the content: `node scripts/whitepaper.ts Northmark northmark.pdf`.
 */
import { writeFile } from 'node:fs/promises'
import { defaultBrandName } from '#platform/config/config.ts'
import { fileOf } from '#platform/kernel/project-files.ts'
import { makeWhitepaper } from './whitepaper/make-whitepaper.ts'

const shipped = fileOf('src/modules/leads/the-hidden-roi-of-real-leadership.pdf')
const [brand, file] = process.argv.slice(2)
if (brand !== undefined && file === undefined)
  throw new Error(
    'Name the file to write after the brand: node scripts/whitepaper.ts Northmark northmark.pdf',
  )
const { bytes, pages } = await makeWhitepaper(brand ?? defaultBrandName)
await writeFile(file ?? shipped, bytes)
console.log(`${pages} pages, ${Math.round(bytes.length / 1000)} kB`)
