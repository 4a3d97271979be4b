import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '#platform/config/config-error.ts'
import { parseConfig } from '#platform/config/parse-config.ts'
import { sessionSecretOf } from '#platform/config/session-secret.ts'
import { readyLine, startTable } from '#platform/config/start-table.ts'
import { variables } from '#platform/config/variables.ts'

const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://veralead.example/',
  DATABASE_URL: 'postgres://app:db-pass-1@db:5432/veralead?sslmode=verify-full',
  DATABASE_ADMIN_URL: 'postgres://owner:db-pass-2@db:5432/veralead?sslmode=disable',
  STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWD',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_TYooMQauvdED',
  STRIPE_WEBHOOK_SECRET: 'whsec_first1234, whsec_second12',
  SMTP_URL: 'smtps://mailer:smtp-pass@smtp.example:465',
  MAIL_FROM: 'Veralead <hello@veralead.example>',
  SESSION_SECRET: 'Jq8vZ0y2mKx7Rw4nTb1cLd9sFg6hPa3eUi5o',
  ADMIN_PASSWORD: 'correct horse battery staple',
}

/** The variables that the error names; fails when there is none. */
function refused(env: Record<string, string | undefined>): string[] {
  try {
    parseConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const { variable } of error.problems) expect(error.message).toContain(`  ${variable} `)
    for (const value of Object.values(env)) {
      // Words such as "production" are part of the sentences; what could be secret is long or odd.
      if (value !== undefined && value.length > 11) expect(error.message).not.toContain(value)
    }
    return [...new Set(error.problems.map((problem) => problem.variable))]
  }
  throw new Error('nothing was refused')
}

describe('the environment', () => {
  test('given nothing, then development with every stand-in', () => {
    expect(parseConfig({})).toMatchObject({
      env: 'development',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      database: { kind: 'embedded' },
      stripe: { kind: 'lab', url: undefined },
      mail: { kind: 'mailbox', from: 'Veralead <support@veralead.example>' },
      dataDir: { explicit: false },
      requireStaffTotp: false,
      rateLimits: 'strict',
      allowInventedPeople: false,
    })
  })

  test('given all of production, then it is taken, lists split and slashes trimmed', () => {
    expect(parseConfig(production)).toMatchObject({
      env: 'production',
      requireStaffTotp: true,
      host: '0.0.0.0',
      publicUrl: 'https://veralead.example',
      database: { kind: 'url', adminUrl: production.DATABASE_ADMIN_URL },
      stripe: { kind: 'stripe', webhookSecrets: ['whsec_first1234', 'whsec_second12'] },
      mail: { kind: 'smtp' },
    })
  })

  test('given a variable set to nothing, then it is not set', () => {
    expect(parseConfig({ DATABASE_URL: '', STRIPE_SECRET_KEY: '  ', PORT: '' })).toMatchObject({
      port: 3000,
      database: { kind: 'embedded' },
      stripe: { kind: 'lab' },
    })
  })

  test.each([
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['PUBLIC_URL', 'veralead-without-scheme'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://veralead.example/academy'],
    ['PUBLIC_URL', 'https://veralead.example/?site=1'],
    ['PUBLIC_URL', 'https://user:word@veralead.example'],
    ['APP_ENV', 'staging-of-mine'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
    ['STRIPE_SECRET_KEY', 'pk_test_swapped_by_accident'],
    ['SMTP_URL', 'http://user:hunter2@smtp'],
    ['MAIL_FROM', 'not an address at all'],
    ['LOAD_ASSETS_FROM_S3', 'sometimes-yes'],
    ['LEADS_NOTIFY_EMAIL', 'nobody-in-particular'],
    ['LINKEDIN_PARTNER_ID', '12345-or-else'],
    ['GA_MEASUREMENT_ID', '"><script>alert'],
    ['RATE_LIMITS', 'none-please-thanks'],
    ['LOG_LEVEL', 'loud-and-clearly'],
    ['TRUST_PROXY_HOPS', '-1'],
    ['WEB_CONCURRENCY', '0'],
    ['SESSION_SECRET', 'only-short-secret'],
    ['SESSION_SECRET', 'a'.repeat(64)],
    ['SESSION_SECRET', `${production.SESSION_SECRET},only-short-secret`],
    ['SESSION_SECRET', `only-short-secret,${production.SESSION_SECRET}`],
    ['SESSION_SECRET', ' , '],
    ['SESSION_SECRET', 'changeme-changeme-changeme-changeme'],
  ])('given %s=%s, then the start is refused, names it, and does not print it', (name, value) => {
    expect(refused({ [name]: value })).toContain(name)
  })

  test('given several wrong variables, then all of them are named at once', () => {
    expect(refused({ PORT: 'x', APP_ENV: 'y', LOG_LEVEL: 'z' }).sort()).toEqual([
      'APP_ENV',
      'LOG_LEVEL',
      'PORT',
    ])
  })

  test('given wrong values and broken rules together, then one report names them all, and calls nothing missing that is set', () => {
    const env = {
      ...production,
      PUBLIC_URL: 'https://veralead.example/academy',
      CREDENTIAL_KEYS: '[{"kty":"none"}]',
      SESSION_SECRET: 'only-short-secret',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_TYooMQauvdED',
    }
    expect(refused(env).sort()).toEqual([
      'CREDENTIAL_KEYS',
      'PUBLIC_URL',
      'SESSION_SECRET',
      'STRIPE_PUBLISHABLE_KEY',
    ])
    expect(
      refused({ ...production, STRIPE_SECRET_KEY: 'swapped-by-accident', SMTP_URL: 'x' }).sort(),
    ).toEqual(['SMTP_URL', 'STRIPE_SECRET_KEY'])
    expect(refused({ HOST: '0.0.0.0', PORT: 'x' }).sort()).toEqual(['HOST', 'PORT'])
    expect(refused({ HOST: '0.0.0.0', APP_ENV: 'prod' })).toEqual(['APP_ENV'])
  })

  test.each<[Record<string, string>, string[]]>([
    [{ STRIPE_SECRET_KEY: 'sk_test_abc' }, ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']],
    [{ TURNSTILE_SITE_KEY: 'site' }, ['TURNSTILE_SECRET_KEY']],
    [{ PUBLISH_TARGET_URL: 'https://other.example' }, ['PUBLISH_SECRET']],
    [{ DATABASE_ADMIN_URL: production.DATABASE_URL }, ['DATABASE_URL']],
    [{ DATABASE_LISTEN_URL: production.DATABASE_URL }, ['DATABASE_URL']],
    [{ DATABASE_URL: pooled }, ['DATABASE_LISTEN_URL']],
    [{ DATABASE_URL: pooled, DATABASE_LISTEN_URL: pooled }, ['DATABASE_LISTEN_URL']],
    [{ DATABASE_URL: production.DATABASE_URL, DATABASE_ADMIN_URL: pooled }, ['DATABASE_ADMIN_URL']],
    [{ ENABLE_LINKEDIN_INSIGHTS: 'true' }, ['LINKEDIN_PARTNER_ID']],
    [{ ...stripe(), STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' }, ['STRIPE_PUBLISHABLE_KEY']],
    [{ ...stripe(), STRIPE_WEBHOOK_SECRET: 'whsec_right123,wrong' }, ['STRIPE_WEBHOOK_SECRET']],
    [{ ...stripe(), PAYMENT_LAB_URL: 'http://localhost:1' }, ['PAYMENT_LAB_URL']],
  ])('given %o, then what belongs to it is demanded', (env, names) => {
    expect(refused(env)).toEqual(names)
  })
})

describe('production', () => {
  test('given nothing else, then every stand-in is refused by name', () => {
    expect(refused({ APP_ENV: 'production' })).toEqual([
      'DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'PUBLIC_URL',
      'SESSION_SECRET',
      'ADMIN_PASSWORD',
    ])
  })

  test.each<[Record<string, string>, string]>([
    [{ RATE_LIMITS: 'relaxed' }, 'RATE_LIMITS'],
    [{ PAYMENT_LAB_PORT: '12111' }, 'PAYMENT_LAB_PORT'],
    [{ PUBLIC_URL: 'http://veralead.example' }, 'PUBLIC_URL'],
    [{ ADMIN_PASSWORD: 'Password1234' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'admin' }, 'ADMIN_PASSWORD'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [
      {
        TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
        TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
      },
      'TURNSTILE_SECRET_KEY',
    ],
    ...[
      'http://collector.example:4318',
      'http://8.8.8.8:4318',
      'http://172.32.0.1:4318',
      'http://[2001:db8::1]:4318',
    ].flatMap((endpoint): [Record<string, string>, string][] =>
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'DOCUMENTS_S3_URL'].map((name) => [{ [name]: endpoint }, name]),
    ),
  ])('given %o, then it is refused, though development takes it', (change, name) => {
    expect(refused({ ...production, ...change })).toEqual([name])
    expect(() =>
      parseConfig({ ...production, ...change, APP_ENV: 'development', PAYMENT_LAB_URL: '' }),
    ).not.toThrow()
  })

  test.each([
    'postgres://app:p@db.example:5432/veralead',
    'postgres://app:p@db.example/veralead?ssl=false',
    'postgres://app:p@db.example/veralead?sslmode=',
    'postgres://app:p@localhost/veralead?host=db.example',
    'postgres://app:p@10.0.0.7/veralead',
  ])('given %s, then a connection without TLS is refused everywhere, with what to write', (address) => {
    for (const name of ['DATABASE_URL', 'DATABASE_ADMIN_URL', 'DATABASE_LISTEN_URL']) {
      expect(refused({ ...production, [name]: address })).toEqual([name])
      expect(() => parseConfig({ ...production, [name]: address })).toThrow(
        /sslmode=verify-full.*sslmode=disable/,
      )
    }
    expect(() => parseConfig({ DATABASE_URL: address })).not.toThrow()
  })

  test.each([
    'postgres://app:p@db.example/veralead?sslmode=verify-full',
    'postgres://app:p@db.example/veralead?sslmode=disable',
    'postgres://app:p@db.example/veralead?sslrootcert=/etc/ca.pem',
    'postgres://app:p@db.example/veralead?ssl=true',
    'postgres://app:p@localhost:5432/veralead',
    'postgres://app:p@127.0.0.1/veralead',
    'postgres://app:p@[::1]/veralead',
    'postgres:///veralead?host=/var/run/postgresql',
  ])('given %s, then production takes it', (address) => {
    expect(parseConfig({ ...production, DATABASE_URL: address }).database).toMatchObject({ url: address })
  })

  test.each([
    'https://collector.example',
    'http://localhost:4318',
    'http://127.0.0.2:4318',
    'http://10.1.2.3:4318',
    'http://172.31.0.1:4318',
    'http://192.168.1.2:4318',
    'http://[fd00::1]:4318',
    'http://collector:4318',
    'http://collector.monitoring.svc.cluster.local:4318',
  ])('given the collector or bucket %s, then production sends to it', (endpoint) => {
    for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'DOCUMENTS_S3_URL'])
      expect(() => parseConfig({ ...production, [name]: endpoint })).not.toThrow()
  })

  test.each([
    ['Sh0rt-one', 'too short'],
    ['aaaaaaaaaaaaB1', 'repeats'],
    ['Admin-password-1', 'words that everybody tries first'],
  ])('given the password %s, then the refusal says which rule it breaks', (password, rule) => {
    expect(() => parseConfig({ ...production, ADMIN_PASSWORD: password })).toThrow(
      new RegExp(`ADMIN_PASSWORD is .*${rule}.*at least 12 characters`),
    )
    expect(() => parseConfig({ ...production, METRICS_TOKEN: password })).toThrow(/METRICS_TOKEN is too/)
  })

  test('given http on this machine, then production may be tried there', () => {
    expect(parseConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }).publicUrl).toBe(
      'http://localhost:3000',
    )
  })
})

test('given .env.example, then it lists every variable, each explained, and none that is not read', () => {
  const lines = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').split('\n')
  const listed = lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
  expect(listed.toSorted()).toEqual(Object.keys(variables.shape).toSorted())
  expect(lines.filter((line) => /^# \w/.test(line)).length).toBeGreaterThan(25)
  expect(
    lines.filter((line) => /^[A-Z]/.test(line)),
    'nothing is set in the example',
  ).toEqual([])
})

describe('S-21: TLS to the mail server', () => {
  test.each<[string, boolean]>([
    ['smtp://mailer:pw@smtp.example:587', true],
    ['smtp://10.0.0.7', true],
    ['smtp://smtp.example:587?requireTLS=true', true],
    ['smtp://smtp.example:587?requireTLS=no', true],
    ['smtp://smtp.example:587?requireTLS=false', false],
    ['smtp://smtp.example:587?ignoreTLS=true', false],
    // TLS from the first byte; a server on this machine.
    ['smtps://smtp.example:465', false],
    ['smtp://127.0.0.1:25', false],
    ['smtp://[::1]:25', false],
    ['smtp://localhost', false],
  ])('given %s in production, then STARTTLS is required: %s', (url, requireTls) => {
    expect(parseConfig({ ...production, SMTP_URL: url }).mail).toMatchObject({ kind: 'smtp', requireTls })
  })

  test('given development, then a mail catcher without TLS will do', () => {
    expect(parseConfig({ SMTP_URL: 'smtp://mail:1025' }).mail).toMatchObject({ requireTls: false })
  })

  test('given production that gives it up, then the start says so', () => {
    const told = (SMTP_URL: string) =>
      startTable(parseConfig({ ...production, SMTP_URL }), { port: 80, database: 'x' })
    expect(told('smtp://smtp.example?requireTLS=false')).toMatch(/Note: SMTP_URL.*without TLS/)
    for (const url of ['smtp://smtp.example', 'smtps://smtp.example', 'smtp://localhost'])
      expect(told(url)).not.toContain('without TLS')
  })
})

describe('the start-up table', () => {
  test('given assets in object storage, then the table says where they are; without an address, that this process serves them (M-044)', () => {
    const row = (env: Record<string, string>): string =>
      /Assets .*/.exec(
        startTable(parseConfig({ LOAD_ASSETS_FROM_S3: 'true', ...env }), { port: 80, database: 'x' }),
      )?.[0] ?? ''
    expect(row({ S3_ASSETS_PATH: 'https://a.example/x', ASSETS_BASE_URL: 'https://b.example' })).toContain(
      'https://a.example/x',
    )
    expect(row({ ASSETS_BASE_URL: 'https://b.example/assets' })).toMatch(
      /real .*https:\/\/b\.example\/assets/,
    )
    expect(row({})).toMatch(/stand-in .*neither S3_ASSETS_PATH nor ASSETS_BASE_URL/)
  })

  test('given stand-ins, then it says so, and where to look', () => {
    const table = startTable(parseConfig({}), {
      port: 4001,
      database: 'embedded in .data',
      lab: 'http://127.0.0.1:9',
    })
    expect(table).toMatch(/Database +stand-in +embedded in \.data/)
    expect(table).toMatch(/Payments +stand-in +payment lab at http:\/\/127\.0\.0\.1:9/)
    expect(table).toMatch(/Mail +stand-in +mailbox at http:\/\/localhost:4001\/dev\/mail/)
    expect(readyLine(4001)).toBe('Ready on http://localhost:4001')
    expect(table).not.toContain('no dates')
  })

  test('given a start without data, then one line says that there are no dates and what makes them', () => {
    const facts = { port: 80, database: 'x', noDates: true }
    expect(startTable(parseConfig({}), facts)).toMatch(
      /Note: There are no dates to book yet: make a cohort in the admin screen, or stop the site and run npm run demo\.$/,
    )
    expect(startTable(parseConfig(production), facts)).not.toContain('no dates')
  })

  test('given production, then no secret is in it', () => {
    const env = { ...production, DOCUMENTS_S3_URL: 'https://key:s3-pass@s3.example/bucket' }
    const table = startTable(parseConfig(env), { port: 80, database: 'PostgreSQL at db:5432' })
    expect(table).toMatch(/Payments +real +Stripe, live keys/)
    for (const secret of ['db-pass', 'sk_live', 'whsec', 'smtp-pass', 's3-pass', production.SESSION_SECRET]) {
      expect(table).not.toContain(secret)
    }
    expect(table).not.toContain(production.ADMIN_PASSWORD)
  })

  test('given one database role, or test keys in production, then it warns', () => {
    const config = parseConfig({ ...production, ...stripe() })
    const table = startTable(config, { port: 80, database: 'x', applicationOwns: true })
    expect(table).toContain('DATABASE_ADMIN_URL')
    expect(table).toContain('test keys')
    expect(table).toContain('CREDENTIAL_KEYS is not set')
    expect(startTable(config, { port: 80, database: 'x' })).not.toContain('DATABASE_ADMIN_URL')
    expect(startTable(config, { port: 80, database: 'x' })).not.toContain('PgBouncer')
    expect(startTable(config, { port: 80, database: 'x', limited: false })).toContain('PgBouncer')
  })
})

describe('the session secret of development', () => {
  test('given ten processes that start together, then they share one, and only the owner can read it', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'veralead-secret-'))
    const config = parseConfig({ DATA_DIR: join(dir, 'data') })
    const secrets = await Promise.all(Array.from({ length: 10 }, () => sessionSecretOf(config)))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]!.length).toBeGreaterThanOrEqual(32)
    const file = join(dir, 'data', 'session-secret')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileSync(file, 'damaged')
    await expect(sessionSecretOf(config)).rejects.toThrow('no usable secret')
    rmSync(dir, { recursive: true })
  })

  test('given a secret of the environment, then nothing is written', async () => {
    const config = parseConfig({
      SESSION_SECRET: production.SESSION_SECRET,
      DATA_DIR: '/nonexistent/veralead',
    })
    expect(await sessionSecretOf(config)).toBe(production.SESSION_SECRET)
  })
})

const pooled = 'postgres://app:p@pgbouncer:6432/veralead?pgbouncer=true'

function stripe() {
  return {
    STRIPE_SECRET_KEY: 'sk_test_abcdefghijk',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_abcdefghijk',
    STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
  }
}
