import type { IncomingMessage, ServerResponse } from 'node:http'

/** Seconds for Retry-After. */
const retryAfter = 2

const page =
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${retryAfter}">` +
  '<title>Starting</title><p>The site is starting. This page reloads by itself.</p></html>\n'

/** Answers while the process starts: `/healthz` with 200, everything else with 503 and Retry-After. */
export function answerWhileStarting(req: IncomingMessage, res: ServerResponse): void {
  const path = (req.url ?? '/').split('?', 1)[0]!
  if (path === '/healthz') {
    send(res, 200, 'application/json', JSON.stringify({ status: 'ok' }))
    return
  }
  res.setHeader('Retry-After', String(retryAfter))
  if (path === '/readyz') {
    send(res, 503, 'application/json', JSON.stringify({ status: 'not ready', checks: {} }))
  } else if (path.startsWith('/api/')) {
    const message = 'The site is starting. Please try again in a moment.'
    const body = { success: false, error: message, code: 'STARTING', message, requestId: 'none' }
    send(res, 503, 'application/json', JSON.stringify(body))
  } else {
    send(res, 503, 'text/html', page)
  }
}

function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  })
  res.end(body)
}
