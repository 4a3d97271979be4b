import type { ErrorRequestHandler, Request } from 'express'
import type { Logger } from 'pino'
import { currentWork } from '../telemetry/current-work.ts'
import { answerTo, RefusedRequest } from './errors.ts'
import { requestIdOf } from './request-context.ts'

/** Mounted after the pages: throws 404 for requests that no handler answered, such as a POST to a page. */
export function nothingHere(): void {
  throw new RefusedRequest(404, 'NOT_FOUND', 'There is nothing at this address.')
}

/** Mounted last: turns every error into the one error body; unexpected errors are logged with their stack. */
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
      // Part of the answer is already sent: the connection is cut, so that the client notices.
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

/** Whether the request is a browser's navigation outside the API, which is answered with a page. */
function isPage(req: Request): boolean {
  return !req.path.startsWith('/api/') && req.accepts(['json', 'html']) === 'html'
}

/** Neither text needs escaping: the message is one of our sentences, the id has been validated. */
function failurePage(message: string, requestId: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Something went wrong</title><h1>Something went wrong</h1><p>${message}</p><p><a href="/">Back to the start page</a></p>
<p><small>Request ${requestId}</small></p></html>`
}
