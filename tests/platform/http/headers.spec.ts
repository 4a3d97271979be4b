import { describe, expect, test } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { parseConfig } from '#platform/config/parse-config.ts'
import { securityHeaders } from '#platform/http/headers.ts'
import { inlineHashes } from '#platform/http/inline-hashes.ts'

const bare = parseConfig({})
const full: Config = {
  ...parseConfig({
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: 'key',
    GA_MEASUREMENT_ID: 'G-ABC123',
    ENABLE_LINKEDIN_INSIGHTS: 'true',
    LINKEDIN_PARTNER_ID: '12345',
    SCHEDULER_URL: 'https://calendar.example/team',
    LOAD_ASSETS_FROM_S3: 'true',
    S3_ASSETS_PATH: 'https://bucket.example/assets/',
    STRIPE_SECRET_KEY: 'sk_test_abc',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
  }),
  env: 'production',
  publicUrl: 'https://veralead.example',
}
const policy = (config: Config, route: string) =>
  securityHeaders(config).document({ route })['Content-Security-Policy'] ?? ''

describe('the policy of a page', () => {
  test('given the preview of the admin, then this site alone may frame it, and it frames nothing else', () => {
    const preview = securityHeaders(bare).document({ route: '/admin/preview' })
    expect(preview['X-Frame-Options']).toBe('SAMEORIGIN')
    expect(preview['Content-Security-Policy']).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/)
    expect(preview['Content-Security-Policy']).not.toContain('frame-src')
    expect(policy(bare, '/admin')).toMatch(/frame-src 'self';.*frame-ancestors 'none'$/)
    for (const route of ['/', '/admin', '/admin/preview/x', '/profile'])
      expect(securityHeaders(bare).document({ route })['X-Frame-Options']).toBe('DENY')
  })

  test('given nothing configured, then no foreign host on any page', () => {
    for (const route of ['/', '/payment', '/checkout/success', '/admin', '/profile']) {
      expect(policy(bare, route)).not.toMatch(/https?:|unsafe|\*/)
      expect(policy(bare, route)).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
      expect(policy(bare, route)).toMatch(/base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/)
    }
  })

  test.each<[string, string, string[]]>([
    ['Stripe', 'stripe.com', ['/payment', '/checkout', '/checkout/success']],
    [
      'Turnstile',
      'challenges.cloudflare.com',
      ['/', '/profile', '/payment', '/checkout', '/checkout/success'],
    ],
    ['analytics', 'googletagmanager.com', ['/', '/profile']],
    ['LinkedIn', 'licdn.com', ['/', '/profile']],
    ['the scheduler', 'https://calendar.example', ['/', '/profile']],
  ])('given everything configured, then %s is admitted only where it is needed', (_who, host, routes) => {
    const all = [
      '/',
      '/profile',
      '/payment',
      '/checkout',
      '/checkout/success',
      '/admin',
      '/dev/mail',
      '/api/docs',
    ]
    expect(all.filter((route) => policy(full, route).includes(host))).toEqual(routes)
  })

  const sourcesOf = (config: Config, route: string, hashes = {}): Record<string, string[]> =>
    Object.fromEntries(
      (securityHeaders(config).document({ route, ...hashes })['Content-Security-Policy'] ?? '')
        .split('; ')
        .map((directive) => directive.split(' '))
        .map(([name = '', ...sources]) => [name, sources]),
    )
  const hashes = { styleHashes: ["'sha256-style'"], scriptHashes: ["'sha256-script'"] }
  const styles = ["'self'", "'sha256-style'"]

  test('given Stripe itself, then its pages admit its hosts and its inline styles, and no hash that would forbid these (M-317)', () => {
    for (const route of ['/payment', '/payment/', '/checkout/success', '/checkout/cancel']) {
      const sources = sourcesOf(full, route, hashes)
      expect(sources['style-src'], route).toEqual(["'self'", "'unsafe-inline'"])
      // These and no others, whatever else is configured.
      const challenge = 'https://challenges.cloudflare.com'
      const assets = 'https://bucket.example'
      expect(sources['default-src']).toEqual(["'none'"])
      expect(sources['script-src']).toEqual([
        ...["'self'", "'sha256-script'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
        challenge,
      ])
      const link = ['https://link.com', 'https://*.link.com']
      expect(sources['connect-src']).toEqual(["'self'", assets, 'https://api.stripe.com', ...link])
      expect(sources['frame-src']).toEqual([
        ...['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        ...link,
        challenge,
      ])
      expect(sources['img-src']).toEqual([
        ...["'self'", 'data:', assets, 'https://*.stripe.com', 'https://*.link.com'],
      ])
      for (const name of ['font-src', 'manifest-src', 'form-action'])
        expect(sources[name], name).toEqual(["'self'"])
    }
  })

  test('given any other page, or the payment lab, then styles are admitted by their hash alone', () => {
    for (const route of [
      '/',
      '/profile',
      '/certification/enrollment/o1',
      '/payments',
      '/admin',
      '/api/docs',
    ]) {
      expect(sourcesOf(full, route, hashes)['style-src'], route).toEqual(styles)
      expect(policy(full, route)).not.toMatch(/unsafe|stripe|link\.com/)
    }
    for (const route of ['/payment', '/checkout/success'])
      expect(sourcesOf(bare, route, hashes)['style-src'], route).toEqual(styles)
  })

  test('given paths that only look like the purchase, then no payment host', () => {
    for (const route of ['/payments', '/checkouts', '/x/payment', '/'])
      expect(policy(full, route)).not.toContain('stripe')
  })

  test('given assets elsewhere, then images and videos may come from there, scripts not', () => {
    expect(policy(full, '/')).toMatch(/img-src [^;]*https:\/\/bucket\.example/)
    expect(policy(full, '/')).toMatch(/media-src [^;]*https:\/\/bucket\.example/)
    expect(policy(full, '/')).not.toMatch(/script-src [^;]*bucket/)
  })

  test('given Vite, then its inline scripts and socket, and only then', () => {
    const relaxed = securityHeaders(bare, true).document({ route: '/' })['Content-Security-Policy']
    expect(relaxed).toMatch(/script-src 'self' 'unsafe-inline' 'unsafe-eval'/)
    expect(relaxed).toMatch(/connect-src 'self' ws:/)
  })
})

test('given https in production, then HSTS for two years; elsewhere none', () => {
  expect(securityHeaders(full).plain['Strict-Transport-Security']).toBe('max-age=63072000; includeSubDomains')
  expect(securityHeaders(bare).plain['Strict-Transport-Security']).toBeUndefined()
})

test('given any answer, then the other headers of the site are there', () => {
  for (const headers of [
    securityHeaders(full).plain,
    securityHeaders(full).document({ route: '/payment' }),
  ]) {
    expect(headers).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('Cross-Origin-Embedder-Policy')
  }
  expect(securityHeaders(full).plain['Content-Security-Policy']).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(securityHeaders(full).document({ route: '/payment' })['Permissions-Policy']).toContain(
    'payment=(self "https://js.stripe.com")',
  )
})

test('given a document, then executed scripts and styles are hashed, data and files are not', () => {
  const hashes = inlineHashes(
    `<style>a{}</style><script src="/a.js"></script><script>go()</script><script type="module">x</script>
     <script type="application/ld+json">{"a":1}</script><script type="application/json" id="content">{}</script>`,
  )
  // echo -n 'go()' | openssl dgst -sha256 -binary | base64
  expect(hashes.scriptHashes).toEqual([`'sha256-${sha('go()')}'`, `'sha256-${sha('x')}'`])
  expect(hashes.styleHashes).toEqual([`'sha256-${sha('a{}')}'`])
})

function sha(text: string): string {
  const known: Record<string, string> = {
    'go()': '5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw=',
    x: 'LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=',
    'a{}': 'X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk=',
  }
  return known[text] ?? ''
}
