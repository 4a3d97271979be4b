import type { Logger } from 'pino'
import type { Pages } from './pages.ts'

/** Milliseconds in which the first requests are answered before the pages are painted. */
const firstAnswersMs = 200

/** Paints the pages after the site has begun to answer: painting takes a third of the time of a start, which must not wait for it. */
export function paintLater(pages: Pages, logger: Logger): { begin(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let painting: Promise<void> | undefined
  return {
    begin: () => {
      timer = setTimeout(() => {
        painting = pages
          .paint()
          .catch((err: unknown) => logger.error({ err }, 'the pages could not be rendered'))
      }, firstAnswersMs)
    },
    stop: async () => {
      clearTimeout(timer)
      await painting
    },
  }
}
