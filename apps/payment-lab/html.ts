import type { Response } from 'express'

/** Text that is safe between tags and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Sends a page; `body` must be safe HTML. */
export function sendPage(response: Response, title: string, body: string): void {
  response.set('content-security-policy', "default-src 'none'; style-src 'self'; base-uri 'none'")
  response.set('cache-control', 'no-store')
  response.type('html').send(htmlPage(title, body))
}

function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Payment lab</title>
<link rel="stylesheet" href="/lab/lab.css">
</head>
<body>
<main>
<p class="mark">Payment lab · no real money</p>
${body}
</main>
</body>
</html>
`
}
