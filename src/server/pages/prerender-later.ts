import type { Logger } from 'pino'
import type { Pages } from './pages.ts'

/** Milliseconds in which the first requests are answered before the pages are prerendered. */
const firstAnswersMs = 200

/** Prerenders the pages after the site has begun to answer: that takes a third of the time of a start, which must not wait. */
export function prerenderLater(pages: Pages, logger: Logger): { begin(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let prerendering: Promise<void> | undefined
  return {
    begin: () => {
      timer = setTimeout(() => {
        prerendering = pages
          .prerender()
          .catch((err: unknown) => logger.error({ err }, 'the pages could not be rendered'))
      }, firstAnswersMs)
    },
    stop: async () => {
      clearTimeout(timer)
      await prerendering
    },
  }
}
