import { createHash } from 'node:crypto'
import { escapeHtml } from './layout.ts'
import type { KeptMail } from './mailbox-mailer.ts'

const style = `
:root{color-scheme:light;--paper:#FAF7F2;--raised:#fff;--sunk:#F1EBE1;--ink:#292929;--soft:#5F5A54;--deep:#A8520F;--rule:#E4DBCD}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 'Instrument Sans',system-ui,sans-serif}
header{padding:24px 32px;border-bottom:1px solid var(--rule)}
h1{margin:0;font:500 28px/34px Newsreader,Georgia,serif}
header p{margin:4px 0 0;color:var(--soft)}
main{display:grid;grid-template-columns:minmax(280px,380px) 1fr;min-height:calc(100vh - 116px)}
ol{list-style:none;margin:0;padding:0;border-right:1px solid var(--rule)}
li a{display:block;padding:14px 32px;color:inherit;text-decoration:none;border-bottom:1px solid var(--rule)}
li a:hover{background:var(--sunk)}
li a:focus-visible{outline:2px solid var(--deep);outline-offset:-2px}
li a[aria-current]{background:var(--raised);box-shadow:inset 4px 0 0 var(--deep)}
li strong,li span{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
li span{color:var(--soft);font-size:14px}
section{padding:24px 32px}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 16px;margin:0 0 16px}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:720px;border:1px solid var(--rule);border-radius:12px;background:var(--paper)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--sunk);border-radius:12px;padding:20px}
@media(max-width:768px){main{grid-template-columns:minmax(0,1fr)}ol{border-right:0}li a,section,header{padding-left:16px;padding-right:16px}}
`

/** The policy of the page: allows its one style block by hash and its own frame, nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The policy of a shown mail: allows its inline styles, nothing else. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** A mail whose links to another port of this machine, such as those of the demo, lead to this site. */
export const withLinksHere = (html: string, publicUrl: string): string =>
  publicUrl.startsWith('http://localhost:')
    ? html.replaceAll(/http:\/\/localhost:\d+(?=[/"<])/g, publicUrl)
    : html

function row(mail: KeptMail, shown: KeptMail | undefined, to: string | undefined): string {
  const query = new URLSearchParams({ ...(to === undefined ? {} : { to }), id: mail.id })
  const current = mail.id === shown?.id ? ' aria-current="true"' : ''
  return `<li><a href="/dev/mail?${escapeHtml(query.toString())}"${current}><strong>${escapeHtml(mail.subject)}</strong><span>${escapeHtml(mail.to)}</span><span>${escapeHtml(mail.sentAt)}</span></a></li>`
}

function reading(mail: KeptMail): string {
  const files =
    mail.attachments.length === 0 ? '' : `<dt>Files</dt><dd>${escapeHtml(mail.attachments.join(', '))}</dd>`
  return `<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Subject</dt><dd>${escapeHtml(mail.subject)}</dd><dt>Sent</dt><dd>${escapeHtml(mail.sentAt)}</dd><dt>Message-ID</dt><dd>${escapeHtml(mail.messageId)}</dd>${files}</dl>
<iframe title="The email as its reader sees it" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mail/${encodeURIComponent(mail.id)}/html"></iframe>
<h2>Text</h2><pre>${escapeHtml(mail.text)}</pre>`
}

/** The mailbox, newest mail first; the chosen one, or the newest, is open. */
export function mailboxPage(
  mails: readonly KeptMail[],
  chosen: { id?: string | undefined; to?: string | undefined },
): string {
  const newestFirst = mails.toReversed()
  const shown = newestFirst.find(({ id }) => id === chosen.id) ?? newestFirst[0]
  const whose = chosen.to === undefined ? 'every address' : escapeHtml(chosen.to)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Development mailbox</title><style>${style}</style></head>
<body><header><h1>Development mailbox</h1><p>${mails.length} kept for ${whose}. Nothing here was sent.</p></header>
<main><ol>${newestFirst.map((mail) => row(mail, shown, chosen.to)).join('')}</ol>
<section>${shown === undefined ? '<p>No email yet. Sign up, or send the lead form, and reload this page.</p>' : reading(shown)}</section></main></body></html>
`
}
