import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Response } from 'express'
import { logoSize, logoStrokes } from '#platform/kernel/logo.ts'
import { escapeHtml } from '#platform/mail/layout.ts'
import { style } from './public-style.ts'

/** Name and address of the site. */
export interface PublicSite {
  brandName: string
  publicUrl: string
}

export interface PublicPage {
  status: number
  title: string
  /** For search engines and previews. */
  description: string
  /** The path only: `/credentials/…`. */
  path: string
  isIndexed: boolean
  /** HTML with escaped texts. */
  body: string
}

/**
 * The Content-Security-Policy: the style by its hash, images, fonts and forms of this site, no scripts. Tools that check the
 * page, such as Lighthouse, fetch robots.txt under its policy, hence `connect-src`.
 */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const logo = `<svg viewBox="0 0 ${logoSize} ${logoSize}" width="36" height="36" fill="none" aria-hidden="true" stroke-linecap="round">${logoStrokes.map(({ d, width, tone }) => `<path d="${d}" stroke="${tone === 'copper' ? '#C06014' : 'currentColor'}" stroke-width="${width}"/>`).join('')}</svg>`

/** The pages that the header of the whole site leads to, and the program. */
const mainPages = {
  '/': 'Home',
  '/aboutus': 'About us',
  '/certification/program-details': 'The certification',
}
const linksOf = (pages: Record<string, string>): string =>
  Object.entries(pages)
    .map(([path, label]) => `<a href="${path}">${label}</a>`)
    .join(' ')

const fastBrotli = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** Sends a page that works without scripts. */
export function sendPublicPage(res: Response, page: PublicPage, site: PublicSite): undefined {
  if (!page.isIndexed) res.set('X-Robots-Tag', 'noindex')
  res
    .status(page.status)
    .set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Encoding' })
    .type('html')
  const html = publicHtml(page, site)
  const accepts = (coding: string): boolean => res.req.acceptsEncodings(coding) !== false
  if (accepts('br')) res.set('Content-Encoding', 'br').send(brotliCompressSync(html, { params: fastBrotli }))
  else if (accepts('gzip')) res.set('Content-Encoding', 'gzip').send(gzipSync(html))
  else res.send(html)
  return undefined
}

export function publicHtml(
  { title, description, path, isIndexed, body }: PublicPage,
  site: PublicSite,
): string {
  const [brand, heading, address] = [site.brandName, title, `${site.publicUrl}${path}`].map(escapeHtml)
  const meta = (name: string, content: string): string =>
    `<meta property="og:${name}" content="${escapeHtml(content)}">`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand} - ${heading}</title>${isIndexed ? `<link rel="canonical" href="${address}">` : '<meta name="robots" content="noindex">'}
<meta name="description" content="${escapeHtml(description)}">
<meta name="theme-color" content="#FAF7F2" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#1C1A18" media="(prefers-color-scheme: dark)">
${meta('type', 'website')}${meta('site_name', site.brandName)}${meta('title', title)}${meta('description', description)}${meta('url', `${site.publicUrl}${path}`)}${meta('image', `${site.publicUrl}/assets/preview-credential.png`)}<meta name="twitter:card" content="summary_large_image">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><header><a class="brand" href="/">${logo}<span>${brand}</span></a><nav aria-label="Main">${linksOf(mainPages)}</nav></header>
<main>${body}</main>
<footer><nav aria-label="Pages"><h2>Site</h2>${linksOf(mainPages)}${linksOf({ '/leadership-cost-calculator': 'Cost calculator' })}</nav><nav aria-label="Credentials"><h2>Credentials</h2>${linksOf({ '/credentials/verify': 'Check a credential', '/credentials': 'Directory' })}</nav><nav aria-label="Terms and privacy"><h2>Legal</h2>${linksOf({ '/terms': 'Terms', '/privacy': 'Privacy' })}</nav><p>© ${new Date().getFullYear()} ${brand}. All rights reserved.</p></footer></body></html>
`
}

/** A day such as `2026-11-23`, or a Date, as November 23, 2026 (UTC). */
export const dayOf = (day: string | Date): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const momentOf = (at: Date): string => {
  const time = at.toLocaleTimeString('en-US', { timeStyle: 'medium', timeZone: 'UTC' })
  return `${dayOf(at)}, ${time} UTC`
}

const icons = {
  good: '<path d="m8.5 12.5 2.5 2.5 5-5.5"/><circle cx="12" cy="12" r="9.5"/>',
  warn: '<path d="M12 7v6M12 16.4v.2"/><circle cx="12" cy="12" r="9.5"/>',
  bad: '<path d="m8.8 8.8 6.4 6.4m0-6.4-6.4 6.4"/><circle cx="12" cy="12" r="9.5"/>',
}
export type Tone = keyof typeof icons

/** A decorative icon; the state is always written beside it. */
export const icon = (tone: Tone): string =>
  `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${icons[tone]}</svg>`
