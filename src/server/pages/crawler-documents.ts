import type { PublicConfig } from './contract.ts'

/** One address of the site, from the render entry's list. */
export interface SiteAddress {
  path: string
  rendered: boolean
  indexed: boolean
}

/** robots.txt: allows all public pages in production, nothing elsewhere. */
export function robots(config: PublicConfig): string {
  const open = config.env === 'production' || config.enableSeoTesting
  const rules = open ? ['Allow: /', 'Disallow: /api/', 'Disallow: /admin'] : ['Disallow: /']
  return ['User-agent: *', ...rules, `Sitemap: ${config.publicUrl}/sitemap.xml`, ''].join('\n')
}

/** Pages that the server renders without the client. */
const ownPages = ['/credentials', '/credentials/verify']

/** The sitemap: every indexed page. */
export function sitemap(config: PublicConfig, addresses: readonly SiteAddress[]): string {
  const rendered = addresses.filter(({ indexed, path }) => indexed && !path.includes(':'))
  const locations = [...rendered.map(({ path }) => path), ...ownPages].map(
    (path) => `  <url><loc>${config.publicUrl}${path === '/' ? '/' : path}</loc></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locations.join('\n')}\n</urlset>\n`
}

const dayMs = 86_400_000
/** RFC 9116 recommends less than a year. */
const securityTextDays = 180

/** security.txt (RFC 9116). It expires at a midnight, so that it is the same text for a whole day. */
export function securityText({ supportEmail, publicUrl }: PublicConfig, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / dayMs) + securityTextDays) * dayMs)
  return [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** The web app manifest: name and appearance of an installed site. */
export function webManifest({ brandName }: PublicConfig): string {
  return JSON.stringify({
    name: brandName,
    short_name: brandName,
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#FAF7F2',
    theme_color: '#FAF7F2',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
}
