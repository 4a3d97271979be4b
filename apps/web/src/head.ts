import type { ClientConfig } from './lib/config.ts'
import { withBrand } from './lib/content.ts'
import { titleOf } from './lib/document-title.ts'
import { type Snapshot, snapshotBlock } from './lib/snapshot.ts'
import type { SiteRoute } from './routes.ts'

/** Per source file of a page the scripts it needs, and the fonts to preload. Filled by the build. */
interface ClientAssets {
  pages?: Record<string, { js: string[] }>
  fonts?: string[]
}

declare const __CLIENT_ASSETS__: ClientAssets

export interface HeadOf {
  pathname: string
  site: SiteRoute | undefined
  config: ClientConfig
  snapshot: Snapshot
  /** Colours and sizes of the content, as rules of classes. */
  rules: readonly string[]
}

/** Everything between the fixed tags of the document's head that depends on the page. */
export function headOf({ pathname, site, config, snapshot, rules }: HeadOf): string {
  const stored = snapshot.content.pages.find((page) => page.route === site?.content)
  const word =
    site?.path === '/' ? 'Home' : (withBrand(stored?.title, config.brandName) ?? site?.title ?? 'Home')
  const title = titleOf(config.brandName, word)
  const open = config.env === 'production' || config.enableSeoTesting
  const address = `${config.publicUrl.replace(/\/+$/, '')}${pathname === '/' ? '' : pathname.replace(/\/+$/, '')}`
  const assets = __CLIENT_ASSETS__.pages?.[site?.source ?? ''] ?? { js: [] }
  const lines = [`<title>${escaped(title)}</title>`]
  for (const font of __CLIENT_ASSETS__.fonts ?? []) {
    lines.push(`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin="anonymous">`)
  }
  if (rules.length > 0) lines.push(`<style>${rules.join('')}</style>`)
  if (site?.path !== '/') {
    for (const file of assets.js)
      lines.push(`<link rel="modulepreload" href="${file}" crossorigin="anonymous">`)
    lines.push('<link rel="preload" href="/api/config" as="fetch" crossorigin="use-credentials">')
  }
  if (site?.description) {
    lines.push(
      `<meta name="description" content="${escaped(site.description)}">`,
      '<meta property="og:type" content="website">',
      `<meta property="og:site_name" content="${escaped(config.brandName)}">`,
      `<meta property="og:title" content="${escaped(title)}">`,
      `<meta property="og:description" content="${escaped(site.description)}">`,
      `<meta property="og:url" content="${escaped(address || '/')}">`,
      `<meta property="og:image" content="${escaped(`${config.publicUrl.replace(/\/+$/, '')}/assets/preview.png`)}">`,
      '<meta name="twitter:card" content="summary_large_image">',
    )
    if (open && config.publicUrl) {
      lines.push(`<link rel="canonical" href="${escaped(address)}">`, organization(config))
    }
  } else {
    lines.push('<meta name="robots" content="noindex">')
  }
  if (site?.rendered) lines.push(snapshotBlock(snapshot))
  return lines.join('\n    ')
}

function organization(config: ClientConfig): string {
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: config.brandName,
    url: config.publicUrl,
    email: config.supportEmail,
    logo: `${config.publicUrl.replace(/\/+$/, '')}/favicon.svg`,
    sameAs: Object.values(config.social).filter((address) => address !== ''),
  }
  return `<script type="application/ld+json">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
