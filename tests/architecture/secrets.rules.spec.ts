import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deliveredPackages } from '../../scripts/delivered-packages.ts'
import { namedTests } from '../support/proof.ts'

const root = join(import.meta.dirname, '../..')

/** Shapes of secrets that nobody writes by accident. */
const secrets: Record<string, RegExp> = {
  'a live key of Stripe': /\b[sr]k_live_[A-Za-z0-9]{20,}/,
  'a test key of Stripe': /\b[sr]k_test_[A-Za-z0-9]{30,}/,
  'a webhook secret': /\bwhsec_[A-Za-z0-9+/]{32,}/,
  'an access key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a token of GitHub': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,})/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a token of Slack': /\bxox[abprs]-[A-Za-z0-9-]{20,}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{20,}/,
  'a key of Google': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
}
/** Keys of this file's kind that mean nothing. */
const known: Record<string, string> = {
  'tests/support/tls/': 'Made for tests of TLS on this machine.',
}

const found = (text: string): string[] =>
  Object.entries(secrets).flatMap(([what, shape]) => (shape.test(text) ? [what] : []))

describe('what is under version control', () => {
  it('given every file, then no secret is in it', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
      .split('\0')
      .filter((path) => path !== '' && existsSync(join(root, path)) && statSync(join(root, path)).size < 2e6)
    expect(files.length).toBeGreaterThan(500)
    const told = files
      .filter((path) => !/\.(?:jpg|png|woff2|ttf|mp4|webm|pdf|ico)$/.test(path))
      .filter((path) => !Object.keys(known).some((folder) => path.startsWith(folder)))
      .flatMap((path) => found(readFileSync(join(root, path), 'utf8')).map((what) => `${path}: ${what}`))
    expect(told).toEqual([])
  })

  it.each([
    ['a live key of Stripe', `sk_live_${'a1B2'.repeat(6)}`],
    ['a webhook secret', `whsec_${'a1B2'.repeat(8)}`],
    ['an access key of AWS', `AKIA${'ABCD1234'.repeat(2)}`],
    ['a token of GitHub', `ghp_${'a1B2'.repeat(9)}`],
    ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
  ])('given %s, then it is found', (what, secret) => {
    expect(found(`const key = '${secret}'`)).toEqual([what])
  })
})

it('given the packages that are delivered, then each has a licence that asks for no more than its text', () => {
  const allowed =
    /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Python-2\.0|Apache-2\.0|OFL-1\.1|CC0-1\.0|Unlicense|Zlib|W3C-20150513|Bitstream-Vera|LGPL-3\.0-or-later)$/
  const packages = deliveredPackages()
  expect(packages.length).toBeGreaterThan(100)
  const refused = packages.filter(({ name, licence }) => {
    const parts = licence.replace(/[()]/g, '').split(/ (?:AND|OR) /)
    // The image library's own parts, which are loaded as they are.
    return !parts.every(
      (part) => allowed.test(part) && (!part.startsWith('LGPL') || name.startsWith('@img/sharp')),
    )
  })
  expect(refused).toEqual([])
})

it('given the bill of materials, then each delivered package is in it with version, hash and licence', () => {
  const printed = execFileSync(process.execPath, ['scripts/sbom.ts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const { metadata, components, dependencies } = JSON.parse(printed) as {
    metadata: { component: { name: string; type: string } }
    components: {
      'bom-ref': string
      name: string
      version: string
      hashes: { content: string }[]
      licenses: object[]
    }[]
    dependencies: { ref: string }[]
  }
  expect(metadata.component).toMatchObject({ name: 'veralead', type: 'application' })
  const named = new Map(components.map((part) => [`${part.name} ${part.version}`, part]))
  for (const { name, version, licence } of deliveredPackages())
    expect(named.get(`${name} ${version}`), name).toMatchObject({
      hashes: [{ content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [licence.includes(' ') ? { expression: licence } : { license: { id: licence } }],
    })
  expect([...named.values()].filter(({ name }) => /^(?:vite|vitest|node|typescript)$/.test(name))).toEqual([])
  expect(new Set(dependencies.slice(1).map(({ ref }) => ref))).toEqual(
    new Set(components.map((part) => part['bom-ref'])),
  )
})

it('given docs/proof.md, then every test that it names is there', () => {
  const files = namedTests()
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(new Set(files).size).toBe(files.length)
})
