/**
 * Renders the pictures of link previews (1200 × 630) and the icons into `apps/web/public/`. Run with
 * `node scripts/previews.ts` after a change of the drawings or of the texts here; the results are committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findBrowser } from '../tests/support/browser.ts'

const root = join(import.meta.dirname, '..')
const publicFolder = join(root, 'apps/web/public')
const previews: Record<string, { art: string; title: string; line: string }> = {
  preview: {
    art: 'slide-keel',
    title: 'Leadership that holds under load',
    line: 'Four attributes, four behaviors, twelve weeks of practice on your real work.',
  },
  'preview-about': {
    art: 'slide-compass',
    title: 'Leadership is a craft, and it can be taught',
    line: 'What we stand for, and how the Blueprint came to be.',
  },
  'preview-certification': {
    art: 'slide-bridge',
    title: 'Three questions to see where you stand',
    line: 'How the certification fits the leader you are today.',
  },
  'preview-program': {
    art: 'certificate',
    title: 'The Authentic Leader Certification',
    line: 'Twelve weeks, a cohort of peers, two private coaching sessions.',
  },
  'preview-credential': {
    art: 'badge',
    title: 'Certified, and anyone can check it',
    line: 'Authentic Leader Certification: what was done for it, and whether it holds today.',
  },
  'preview-calculator': {
    art: 'strata',
    title: 'What does poor leadership cost you?',
    line: 'An honest estimate, with the formula and every source in view.',
  },
}

const font = (file: string): string =>
  readFileSync(join(root, 'node_modules/@fontsource-variable', file)).toString('base64')
const faces = `
  @font-face { font-family: Newsreader; font-weight: 200 800; src: url(data:font/woff2;base64,${font('newsreader/files/newsreader-latin-wght-normal.woff2')}) }
  @font-face { font-family: Instrument; font-weight: 400 700; src: url(data:font/woff2;base64,${font('instrument-sans/files/instrument-sans-latin-wght-normal.woff2')}) }`

function previewPage({ art, title, line }: { art: string; title: string; line: string }): string {
  const drawing = readFileSync(join(publicFolder, `assets/art/${art}.svg`), 'utf8')
  return `<!doctype html><meta charset="utf-8"><style>${faces}
    body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 600px 520px; align-items: center;
      background: #faf7f2; color: #292929; overflow: hidden }
    .words { padding: 0 0 0 76px }
    h1 { margin: 0; font: 460 68px/1.06 Newsreader; letter-spacing: -.024em; text-wrap: balance }
    hr { width: 72px; height: 5px; margin: 34px 0 30px; border: 0; background: #c06014 }
    p { margin: 0; font: 450 28px/1.4 Instrument; color: #5f5a54; text-wrap: pretty }
    .art { display: grid; place-items: center; height: 630px; padding-left: 24px }
    .art svg { width: 520px; height: auto; max-height: 590px }
  </style><div class="words"><h1>${title}</h1><hr><p>${line}</p></div><div class="art">${drawing}</div>`
}

/** The logo on its background; maskable icons keep it inside the middle four fifths. */
function iconPage(size: number, round: boolean): string {
  const mark = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8')
  const drawn = round ? mark : mark.replace(/<rect[^>]*\/>/, '')
  const inner = round ? size : Math.round(size * 0.72)
  return `<!doctype html><style>body { margin: 0; display: grid; place-items: center; width: ${size}px; height: ${size}px;
    background: ${round ? 'transparent' : '#1c1a18'} } svg { width: ${inner}px; height: ${inner}px }</style>${drawn}`
}

/** One PNG in an ICO file, which old clients request as /favicon.ico. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}

mkdirSync(join(publicFolder, 'icons'), { recursive: true })
const browser = await chromium.launch(await findBrowser())
const page = await browser.newPage()
for (const [name, preview] of Object.entries(previews)) {
  await page.setViewportSize({ width: 1200, height: 630 })
  await page.setContent(previewPage(preview))
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(publicFolder, `assets/${name}.png`) })
}
const photograph = async (size: number, round: boolean): Promise<Buffer> => {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(iconPage(size, round))
  return page.screenshot({ omitBackground: round })
}
for (const [file, size, round] of [
  ['icon-192.png', 192, true],
  ['icon-512.png', 512, true],
  ['icon-maskable-512.png', 512, false],
  ['apple-touch-icon.png', 180, false],
] as const) {
  writeFileSync(join(publicFolder, 'icons', file), await photograph(size, round))
}
writeFileSync(join(publicFolder, 'favicon.ico'), ico(await photograph(32, true), 32))
await browser.close()
