import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../../tests/support/browser.ts'
import { pageOf } from './page.ts'
import { type Film, frame } from './scene.ts'

export interface Frames {
  /** File name pattern of the frames, in ffmpeg's syntax. */
  pattern: string
  drop(): Promise<void>
}

/** The frame of the film at a second, as PNG. */
export async function recordFrame(film: Film, second: number): Promise<Buffer> {
  return staged(film, async (page) => {
    await page.evaluate(`window.seek(${second})`)
    return page.screenshot({ animations: 'allow', caret: 'initial' })
  })
}

/** One picture per frame of the film. */
export async function recordFrames(film: Film): Promise<Frames> {
  const folder = await mkdtemp(join(tmpdir(), `film-${film.name}-`))
  const file = (index: number): string => join(folder, `${String(index).padStart(5, '0')}.png`)
  await staged(film, async (page) => {
    const count = Math.round(film.seconds * frame.perSecond)
    for (let index = 0; index < count; index += 1) {
      await page.evaluate(`window.seek(${index / frame.perSecond})`)
      await page.screenshot({ path: file(index), animations: 'allow', caret: 'initial' })
    }
  })
  return {
    pattern: join(folder, '%05d.png'),
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Opens the film in a page whose clock stands still until `seek`. */
async function staged<T>(film: Film, work: (page: Page) => Promise<T>): Promise<T> {
  const { executablePath, args } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, headless: true })
  try {
    const page = await browser.newPage({
      viewport: { width: frame.width, height: frame.height },
      colorScheme: 'light',
    })
    await page.setContent(pageOf(film))
    await page.evaluate(`window.stage(${JSON.stringify(film)})`)
    return await work(page)
  } finally {
    await browser.close()
  }
}
