import { drawPicture } from '#platform/pdf/drawing.ts'
import { chapters } from './chapters/index.ts'
import { setChapter } from './flow.ts'
import { setAbout, setContents, setCover, setReferences } from './matter.ts'
import { Typesetter } from './typesetter.ts'

/** The edition's date stands in the file's properties, so that the same text has the same bytes. */
const edition = new Date('2026-11-21T09:00:00Z')

export interface Whitepaper {
  bytes: Buffer
  pages: number
}

/** The whitepaper of `brand` as PDF: set once to learn the page numbers, then again with the contents filled in. */
export async function makeWhitepaper(brand: string): Promise<Whitepaper> {
  const { starts } = await setOnce(brand, [])
  return setOnce(brand, starts)
}

async function setOnce(brand: string, known: number[]): Promise<Whitepaper & { starts: number[] }> {
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
  setContents(sheet, [...all.map(({ title }) => title), 'References', 'About this paper'], known)
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
