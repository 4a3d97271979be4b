import { drawPicture } from '#platform/pdf/drawing.ts'
import { chapters } from './chapters/index.ts'
import { setChapter } from './flow.ts'
import { setAbout, setContents, setCover, setReferences } from './matter.ts'
import { Typesetter } from './typesetter.ts'

/** The fixed date in the PDF's properties, so that the same text gives the same bytes. */
const edition = new Date('2026-11-21T09:00:00Z')

export interface Whitepaper {
  bytes: Buffer
  pages: number
}

/** The whitepaper of `brand` as PDF. The first pass finds the page numbers, the second prints them in the contents. */
export async function makeWhitepaper(brand: string): Promise<Whitepaper> {
  const { starts } = await typesetOnce(brand, [])
  return typesetOnce(brand, starts)
}

async function typesetOnce(brand: string, knownPages: number[]): Promise<Whitepaper & { starts: number[] }> {
  const sheet = new Typesetter(brand, {
    title: 'The Hidden ROI of Real Leadership',
    subject: 'What inauthentic leadership costs, how to calculate it, and what to practice instead',
    date: edition,
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    sheet.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    sheet.doc.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.doc.on('error', reject)
  })
  setCover(sheet, brand, drawPicture)
  const all = chapters(brand)
  setContents(sheet, [...all.map(({ title }) => title), 'References', 'About this paper'], knownPages)
  const starts: number[] = []
  for (const [index, chapter] of all.entries()) {
    const before = sheet.number
    setChapter(sheet, index + 1, chapter)
    starts.push(before + 1)
  }
  starts.push(setReferences(sheet))
  starts.push(setAbout(sheet, brand, drawPicture))
  sheet.doc.end()
  return { bytes: await done, pages: sheet.number, starts }
}
