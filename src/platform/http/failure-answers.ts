import type { ErrorRequestHandler, Request } from 'express'
import type { Logger } from 'pino'
import { currentWork } from '../telemetry/current-work.ts'
import { answerTo, RefusedRequest } from './errors.ts'
import { requestIdOf } from './request-context.ts'

/** Mounted after the pages: what nothing answered, such as a POST to a page. */
export function nothingHere(): void {
  throw new RefusedRequest(404, 'NOT_FOUND', 'There is nothing at this address.')
}

/** Mounted last: every error becomes the one error body; what nobody expected is logged with its stack. */
export function failureAnswers(logger: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const answer = answerTo(error, requestIdOf(res))
    if (answer.status >= 500) {
      const work = currentWork()
      if (work) work.error = error
      const line = { err: error, requestId: answer.body.requestId, route: work?.route }
      if (answer.status === 500) logger.error(line, 'unexpected error')
      else logger.warn(line, 'unavailable')
    }
    if (res.headersSent) {
      // Half an answer is under way: cutting it is the only honest end.
      req.socket.destroy()
      return
    }
    for (const header of ['Content-Encoding', 'Content-Disposition', 'Content-Length', 'ETag']) {
      res.removeHeader(header)
    }
    res.status(answer.status).set({ 'Cache-Control': 'no-store', ...answer.headers })
    if (isPage(req)) res.type('html').send(failurePage(answer.body.message, answer.body.requestId))
    else res.json(answer.body)
  }
}

/** A navigation of a browser outside the API: it wants something to read. */
function isPage(req: Request): boolean {
  return !req.path.startsWith('/api/') && req.accepts(['json', 'html']) === 'html'
}

/** Both texts are ours: the message is one of our sentences, the id has passed its shape. */
function failurePage(message: string, requestId: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Something went wrong</title><h1>Something went wrong</h1><p>${message}</p><p><a href="/">Back to the start page</a></p>
<p><small>Request ${requestId}</small></p></html>`
}
