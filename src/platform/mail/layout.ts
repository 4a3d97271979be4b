import { type ProsePart, paragraphsOf, partsOf } from '../kernel/prose.ts'

/** The content of a mail; `mailLayout` turns it into matching HTML and text. Values are plain text, never markup. */
export interface MailContent {
  brand: string
  /** The line that inboxes show after the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** A text by our own staff, below the paragraphs: empty lines separate its paragraphs, https URLs become links. */
  prose?: string
  /** A stranger's text, marked line by line as quoted. */
  quote?: string
  /** One primary action. The URL must be http or https. */
  button?: { label: string; url: string }
  /** A one-time code, set large and easy to copy. */
  code?: string
  /** A table: label left, value right. */
  rows?: readonly MailRow[]
  /** Small print, one paragraph per entry. */
  footer: readonly string[]
  /** A link below the small print, such as "No reminders any more". The URL must be http or https. */
  quietLink?: { label: string; url: string }
}

export interface MailRow {
  label: string
  value: string
  /** A link on the value; must be http or https. */
  url?: string
}

export interface RenderedMail {
  html: string
  text: string
}

const paper = '#FAF7F2'
const raised = '#FFFFFF'
const sunk = '#F1EBE1'
const ink = '#292929'
const inkSoft = '#5F5A54'
const copper = '#C06014'
const copperDeep = '#A8520F'
const rule = '#E4DBCD'
const serif = "Newsreader,Georgia,'Times New Roman',serif"
/** For mail programs that support dark schemes; it overrides the inline styles by class names. */
const dark = `@media (prefers-color-scheme:dark){
.paper{background:#1C1A18!important}.raised{background:#25221F!important;border-color:#3A3531!important;border-top-color:#CC7F42!important}
.sunk{background:#332E2A!important}.ink{color:#F4EFE7!important}.soft{color:#B8B0A6!important}.link{color:#E09A5E!important}
.rule{border-color:#3A3531!important}.action{background:#E09A5E!important}.on{color:#1C1208!important}
}`
const sans = "'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif"

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Plain text, escaped for use between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Splits at every kind of line break, so that a value cannot add lines to the text. */
const linesOf = (text: string): string[] => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)

function httpUrl(url: string): string {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new RangeError('A link in an email starts with http or https')
  return href
}

function paragraph(text: string, tone: 'ink' | 'soft', style: string): string {
  return `<p class="${tone}" style="margin:0 0 16px;overflow-wrap:anywhere;${style}">${escapeHtml(text)}</p>`
}

function proseHtml(text: string): string {
  const part = ({ text, isLink }: ProsePart): string => {
    const words = escapeHtml(text).replace(/\n/g, '<br>')
    return isLink
      ? `<a href="${escapeHtml(httpUrl(text))}" class="link" style="color:${copperDeep}">${words}</a>`
      : words
  }
  return paragraphsOf(text)
    .map(
      (each) =>
        `<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;font:17px/27px ${sans};color:${ink}">${partsOf(each).map(part).join('')}</p>`,
    )
    .join('\n')
}

/** Our own small print: mail addresses in it become links. */
function footerHtml(text: string): string {
  return paragraph(text, 'soft', `font:13px/20px ${sans};color:${inkSoft}`).replace(
    /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
    (address) => `<a href="mailto:${address}" class="link" style="color:${copperDeep}">${address}</a>`,
  )
}

/** The first letter of the brand on copper: a logo that needs no image. */
function markHtml(brand: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td aria-hidden="true" bgcolor="${copper}" width="32" height="32" align="center" style="border-radius:8px;font:600 19px/32px ${serif};color:#FFFFFF">${escapeHtml([...brand.trim()][0] ?? '')}</td><td class="ink" style="padding-left:10px;font:600 20px/32px ${serif};color:${ink}">${escapeHtml(brand)}</td></tr></table>`
}

function buttonHtml(button: { label: string; url: string }): string {
  const url = escapeHtml(httpUrl(button.url))
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="action" bgcolor="${copperDeep}" style="border-radius:4px"><a href="${url}" class="on" style="display:inline-block;padding:14px 28px;font:600 16px/20px ${sans};color:#FFFFFF;text-decoration:none;border-radius:4px">${escapeHtml(button.label)}</a></td></tr></table>
<p class="soft" style="margin:0 0 16px;font:14px/22px ${sans};color:${inkSoft}">If the button does not work, copy this address into your browser:<br><a href="${url}" class="link" style="color:${copperDeep};word-break:break-all">${url}</a></p>`
}

function quietLinkHtml({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 16px;font:13px/20px ${sans}"><a href="${escapeHtml(httpUrl(url))}" class="soft" style="color:${inkSoft}">${escapeHtml(label)}</a></p>`
}

function codeHtml(code: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="sunk ink" align="center" bgcolor="${sunk}" style="border-radius:12px;padding:24px 16px;font:600 36px/44px ${serif};letter-spacing:10px;text-indent:10px;color:${ink}">${escapeHtml(code)}</td></tr></table>`
}

function rowsHtml(rows: readonly MailRow[]): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${rule};font:15px/22px ${sans}`
  const lines = rows.map(
    ({ label, value, url }) =>
      `<tr><td class="soft rule" style="${cell};padding-right:16px;${label.length > 20 ? '' : 'white-space:nowrap;'}color:${inkSoft}">${escapeHtml(label)}</td><td class="ink rule" align="right" style="${cell};overflow-wrap:anywhere;word-break:break-word;color:${ink}">${url === undefined ? escapeHtml(value) : `<a href="${escapeHtml(httpUrl(url))}" class="link" style="color:${copperDeep}">${escapeHtml(value)}</a>`}</td></tr>`,
  )
  return `<table class="rule" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;border-top:1px solid ${rule}">${lines.join('')}</table>`
}

function quoteHtml(lines: readonly string[]): string {
  return `<blockquote class="ink rule" style="overflow-wrap:anywhere;margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${rule};font:17px/27px ${sans};color:${ink}">${lines.map(escapeHtml).join('<br>')}</blockquote>`
}

function html(content: MailContent): string {
  const body = [
    ...content.paragraphs.map((text) => paragraph(text, 'ink', `font:17px/27px ${sans};color:${ink}`)),
    content.prose === undefined ? '' : proseHtml(content.prose),
    content.quote === undefined ? '' : quoteHtml(linesOf(content.quote)),
    content.code === undefined ? '' : codeHtml(content.code),
    content.rows === undefined || content.rows.length === 0 ? '' : rowsHtml(content.rows),
    content.button === undefined ? '' : buttonHtml(content.button),
  ]
  const footer = content.footer.map(footerHtml)
  if (content.quietLink !== undefined) footer.push(quietLinkHtml(content.quietLink))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.heading)}</title>
<style>${dark}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${paper}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(content.preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" bgcolor="${paper}"><tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 20px">${markHtml(content.brand)}</td></tr>
<tr><td class="raised" bgcolor="${raised}" style="border:1px solid ${rule};border-top:4px solid ${copper};border-radius:12px;padding:36px 32px 20px">
<h1 class="ink" style="margin:0 0 20px;overflow-wrap:anywhere;font:500 28px/34px ${serif};letter-spacing:-0.2px;color:${ink}">${escapeHtml(content.heading)}</h1>
${body.filter((part) => part !== '').join('\n')}
</td></tr>
<tr><td style="padding:24px 4px 0">${footer.join('\n')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function text(content: MailContent): string {
  const { prose = '', quote, code = '', rows = [], footer } = content
  const link = (to: MailContent['button']): string =>
    to === undefined ? '' : `${to.label}:\n${httpUrl(to.url)}`
  const row = ({ label, value, url }: MailRow): string =>
    `${label}: ${linesOf(value).join(' ')}${url === undefined ? '' : ` ${httpUrl(url)}`}`
  const quoted = quote === undefined ? [] : linesOf(quote).map((line) => `> ${line}`)
  const parts = [
    content.brand,
    content.heading,
    ...content.paragraphs,
    ...paragraphsOf(prose),
    quoted.join('\n'),
    code,
    rows.map(row).join('\n'),
    link(content.button),
    footer.length === 0 ? '' : `--\n${footer.join('\n')}`,
    link(content.quietLink),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Both bodies of a mail from one source. Everything in `content` is escaped. @throws Error for a link that is not http(s) */
export function mailLayout(content: MailContent): RenderedMail {
  return { html: html(content), text: text(content) }
}
