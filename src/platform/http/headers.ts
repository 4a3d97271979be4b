import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Config } from '../config/config.ts'

/** The part of the configuration that decides which scripts a page may load. */
export type HeaderConfig = Pick<
  Config,
  'env' | 'publicUrl' | 'stripe' | 'turnstile' | 'assets' | 'linkedIn' | 'gaMeasurementId' | 'schedulerUrl'
>

export interface DocumentPolicy {
  /** The page's path: third parties are admitted only where they are needed. */
  route: string
  /** `'sha256-…'` of the document's inline scripts and styles, see `inlineHashes`. */
  scriptHashes?: readonly string[]
  styleHashes?: readonly string[]
}

/** The only page that may be framed, by the admin screen: it shows the unsaved content. */
const previewRoute = '/admin/preview'

type Directives = Record<string, string[]>

/** All security headers of the site; they are set in this file only. */
export interface SecurityHeaders {
  /** For JSON, files and everything else that is no page: loads nothing and may not be framed. */
  readonly plain: Record<string, string>
  /** For an HTML page, with its Content-Security-Policy. */
  document(policy: DocumentPolicy): Record<string, string>
}

/** `relaxedForVite` adds what Vite's development client needs (inline scripts, eval, its socket). */
export function securityHeaders(config: HeaderConfig, relaxedForVite = false): SecurityHeaders {
  const secure = config.env === 'production' && config.publicUrl.startsWith('https:')
  const common = helmetHeaders(secure)
  const closed = policyText(
    { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] },
    false,
  )
  return {
    plain: { ...common, 'Content-Security-Policy': closed },
    document(policy) {
      const directives = pageDirectives(config, policy)
      if (relaxedForVite) relax(directives)
      return {
        ...common,
        ...(policy.route === previewRoute ? { 'X-Frame-Options': 'SAMEORIGIN' } : {}),
        'Permissions-Policy': permissions(loadsStripe(config, policy.route)),
        'Content-Security-Policy': policyText(directives, secure),
      }
    },
  }
}

function pageDirectives(
  config: HeaderConfig,
  { route, scriptHashes = [], styleHashes = [] }: DocumentPolicy,
): Directives {
  const assets =
    config.assets.loadFromS3 && config.assets.s3Path ? [new URL(config.assets.s3Path).origin] : []
  const directives: Directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...styleHashes],
    'connect-src': ["'self'", ...assets],
    'img-src': ["'self'", 'data:', ...assets],
    'media-src': ["'self'", ...assets],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': [],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [route === previewRoute ? "'self'" : "'none'"],
  }
  const admit = (name: string, ...hosts: string[]) => directives[name]?.push(...hosts)
  // The lab's 3-D Secure page is framed from our own origin.
  if (isPurchase(route) && config.stripe.kind === 'lab') admit('frame-src', "'self'")
  if (/^\/admin(?:\/|$)/.test(route) && route !== previewRoute) admit('frame-src', "'self'")
  if (loadsStripe(config, route)) {
    // https://docs.stripe.com/security/guide#content-security-policy, Link included: Stripe offers it by itself.
    const link = ['https://link.com', 'https://*.link.com']
    admit('script-src', 'https://js.stripe.com', 'https://*.js.stripe.com')
    admit('connect-src', 'https://api.stripe.com', ...link)
    admit(
      'frame-src',
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      ...link,
    )
    admit('img-src', 'https://*.stripe.com', 'https://*.link.com')
    // Stripe's script adds inline styles and style sheets to the page. Browsers ignore 'unsafe-inline' beside a hash, so
    // there is no hash.
    directives['style-src'] = ["'self'", "'unsafe-inline'"]
  }
  if (config.turnstile && !isStaff(route)) {
    admit('script-src', 'https://challenges.cloudflare.com')
    admit('frame-src', 'https://challenges.cloudflare.com')
  }
  // Scripts of advertising and analytics are allowed on public pages only: neither on payment nor on staff pages.
  if (!isPurchase(route) && !isStaff(route)) {
    if (config.gaMeasurementId) {
      const hosts = ['https://*.google-analytics.com', 'https://*.googletagmanager.com']
      admit('script-src', 'https://www.googletagmanager.com')
      admit('connect-src', ...hosts, 'https://*.analytics.google.com')
      admit('img-src', ...hosts)
    }
    if (config.linkedIn.enabled) {
      admit('script-src', 'https://snap.licdn.com')
      admit('connect-src', 'https://px.ads.linkedin.com')
      admit('img-src', 'https://px.ads.linkedin.com')
    }
    if (config.schedulerUrl) admit('frame-src', new URL(config.schedulerUrl).origin)
  }
  return directives
}

function isPurchase(route: string): boolean {
  return route === '/payment' || route.startsWith('/payment/') || /^\/checkout(?:\/|$)/.test(route)
}

function isStaff(route: string): boolean {
  return /^\/(?:admin|dev|api)(?:\/|$)/.test(route)
}

function loadsStripe(config: HeaderConfig, route: string): boolean {
  return config.stripe.kind === 'stripe' && isPurchase(route)
}

function relax(directives: Directives): void {
  directives['script-src'] = ["'self'", "'unsafe-inline'", "'unsafe-eval'"]
  directives['style-src'] = ["'self'", "'unsafe-inline'"]
  directives['connect-src']?.push('ws:')
}

function policyText(directives: Directives, upgrade: boolean): string {
  // What names no source falls back to `default-src 'none'`: the first answer has no bytes to spare.
  const parts = Object.entries(directives)
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
  if (upgrade) parts.push('upgrade-insecure-requests')
  return parts.join('; ')
}

function permissions(stripe: boolean): string {
  const payment = stripe ? 'payment=(self "https://js.stripe.com")' : 'payment=(self)'
  return `camera=(), geolocation=(), microphone=(), usb=(), ${payment}`
}

/** Helmet's headers as a plain record, so that prebuilt documents get the same headers. */
function helmetHeaders(secure: boolean): Record<string, string> {
  const headers: Record<string, string> = {}
  const collector = {
    setHeader: (name: string, value: string) => {
      headers[name] = String(value)
    },
    removeHeader: () => {},
  }
  const apply = helmet({
    contentSecurityPolicy: false,
    // Both payment and challenge frames break under an embedder policy.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    // For Internet Explorer 8, Flash and other old browsers: each header would add bytes to every answer.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  apply({} as IncomingMessage, collector as unknown as ServerResponse, () => {})
  return headers
}
