import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '#platform/config/config-error.ts'
import { parseConfig } from '#platform/config/parse-config.ts'
import { startTable } from '#platform/config/start-table.ts'
import { hostCheck } from '#platform/http/host-check.ts'
import { HttpServer } from '#platform/http/server.ts'

function problems(env: Record<string, string>): string[] {
  try {
    parseConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ variable }) => variable)
    throw error
  }
}

describe('development that other machines can reach (S-13)', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', 'example.test'])('HOST=%s is refused unless allowed', (host) => {
    expect(problems({ HOST: host })).toEqual(['HOST'])
    expect(problems({ HOST: host, ALLOW_REMOTE_DEVELOPMENT: 'true' })).toEqual([])
  })

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('HOST=%s needs no permission', (host) => {
    expect(problems({ HOST: host })).toEqual([])
  })

  test('production may listen everywhere, and refuses the permission', () => {
    const production = problems({ APP_ENV: 'production', HOST: '0.0.0.0', ALLOW_REMOTE_DEVELOPMENT: 'true' })
    expect(production).not.toContain('HOST')
    expect(production).toContain('ALLOW_REMOTE_DEVELOPMENT')
  })

  test('the start table says who can read the codes', () => {
    const config = parseConfig({ HOST: '0.0.0.0', ALLOW_REMOTE_DEVELOPMENT: 'true' })
    expect(startTable(config, { port: 3000, database: 'x' })).toMatch(/Note: ALLOW_REMOTE_DEVELOPMENT/)
    expect(startTable(parseConfig({}), { port: 3000, database: 'x' })).not.toMatch(/ALLOW_REMOTE/)
  })
})

describe('the Host header in development', () => {
  const check = hostCheck(
    parseConfig({ PUBLIC_URL: 'http://site.test:3000', ALLOWED_HOSTS: 'proxy, Other.test' }),
  )

  test.each([
    'localhost:3000',
    'LOCALHOST',
    'site.localhost:3000',
    '127.0.0.1:3000',
    '127.8.9.1',
    '[::1]:3000',
    'site.test:3000',
    'site.test',
    'proxy:3000',
    'other.test',
  ])('%s is believed', (host) => {
    expect(check(host)).toBe(true)
  })

  test.each([
    'evil.test',
    'evil.test:3000',
    '127.0.0.1.evil.test',
    'localhost.evil.test',
    '192.168.1.5',
    '',
    undefined,
  ])('%s is refused', (host) => {
    expect(check(host)).toBe(false)
  })

  test.each([
    ['x.test', true],
    ['x.test:443', true],
    ['proxy:3000', true],
    ['old.test', true],
    ['10.1.2.3:3000', true],
    ['[fd00::1]:3000', true],
    ['localhost:3000', true],
    ['evil.test', false],
    ['x.test.evil.test', false],
    ['10.1.2.3.evil.test', false],
    ['', false],
    [undefined, false],
  ])('production, asked under the name %s, answers: %s', (host, answers) => {
    const config = {
      env: 'production' as const,
      publicUrl: 'https://x.test',
      allowedHosts: ['proxy'],
      formerPublicUrls: ['https://old.test'],
    }
    expect(hostCheck(config)(host)).toBe(answers)
  })
})

test('a request under an unknown name gets 421 before anything answers it; a probe is answered', async () => {
  const server = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    knowsHost: hostCheck(parseConfig({})),
    first: () => false,
    app: (_req, res) => res.end('all mails'),
  })
  const port = await server.listen()
  const ask = (path: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, headers: { host } }, (res) => {
        res.resume().on('end', () => resolve(res.statusCode))
      })
        .on('error', reject)
        .end()
    })
  try {
    expect(await ask('/api/dev/mail', `evil.test:${port}`)).toBe(421)
    expect(await ask('/api/dev/mail', `localhost:${port}`)).toBe(200)
    expect(await ask('/readyz', 'app:3000')).toBe(200)
  } finally {
    await server.stop()
  }
})
