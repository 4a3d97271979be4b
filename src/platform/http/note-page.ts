import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { logoSize, logoStrokes } from '../kernel/logo.ts'

/** The tokens of the site, in both schemes, for a page without the client. */
const style = `:root{color-scheme:light dark;--paper:#FAF7F2;--raised:#FFFFFF;--ink:#292929;--soft:#5F5A54;--rule:#E4DBCD;--action:#A8520F;--on:#FFFFFF;--copper:#C06014}
@media(prefers-color-scheme:dark){:root{--paper:#1C1A18;--raised:#25221F;--ink:#F4EFE7;--soft:#B8B0A6;--rule:#3A3531;--action:#E09A5E;--on:#1C1208;--copper:#CC7F42}}
*{box-sizing:border-box}
body{margin:0;padding:64px 20px;background:var(--paper);color:var(--ink);font:17px/1.6 'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif}
main{max-width:34rem;margin:0 auto;padding:36px 32px;border:1px solid var(--rule);border-top:4px solid var(--copper);border-radius:12px;background:var(--raised)}
svg{display:block;margin-bottom:20px}
h1{margin:0 0 12px;font:500 30px/1.2 Newsreader,Georgia,serif;letter-spacing:-.01em}
p{margin:0 0 20px;color:var(--soft)}
button{min-height:44px;padding:12px 24px;border:0;border-radius:4px;background:var(--action);color:var(--on);font:inherit;font-size:16px;font-weight:600;cursor:pointer}
a{color:var(--action)}
:focus-visible{outline:2px solid var(--action);outline-offset:2px}
form{margin:0 0 20px}`

const mark = `<svg viewBox="0 0 ${logoSize} ${logoSize}" width="40" height="40" fill="none" aria-hidden="true" stroke-linecap="round">${logoStrokes.map(({ d, width, tone }) => `<path d="${d}" stroke="${tone === 'copper' ? '#C06014' : 'currentColor'}" stroke-width="${width}"/>`).join('')}</svg>`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/**
 * Sends a short page that looks like the site and needs no script, for links in mails. `content` is our own markup and
 * never contains a visitor's text.
 */
export function sendNotePage(res: Response, title: string, content: string): void {
  res
    .status(200)
    .set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
    .type('html')
    .end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main>${mark}<h1>${title}</h1>${content}<p><a href="/">To the site</a></p></main></body></html>`,
    )
}
