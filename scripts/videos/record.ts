import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findBrowser } from '../../tests/support/browser.ts'
import { pageOf } from './page.ts'
import { type Film, frame } from './scene.ts'

export interface Frames {
  /** Pattern of the frames' files, as ffmpeg reads it. */
  pattern: string
  /** The file of the frame nearest to a second. */
  at(second: number): string
  drop(): Promise<void>
}

/** One picture per frame of the film. */
export async function recordFrames(film: Film): Promise<Frames> {
  const folder = await mkdtemp(join(tmpdir(), `film-${film.name}-`))
  const file = (index: number): string => join(folder, `${String(index).padStart(5, '0')}.png`)
  const { executablePath, args } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, headless: true })
  try {
    const page = await browser.newPage({
      viewport: { width: frame.width, height: frame.height },
      colorScheme: 'light',
    })
    await page.setContent(pageOf(film))
    await page.evaluate(`window.stage(${JSON.stringify(film)})`)
    const count = Math.round(film.seconds * frame.perSecond)
    for (let index = 0; index < count; index += 1) {
      await page.evaluate(`window.seek(${index / frame.perSecond})`)
      await page.screenshot({ path: file(index), animations: 'allow', caret: 'initial' })
    }
  } finally {
    await browser.close()
  }
  return {
    pattern: join(folder, '%05d.png'),
    at: (second) => file(Math.round(second * frame.perSecond)),
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}
