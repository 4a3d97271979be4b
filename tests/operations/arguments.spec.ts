import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
/** Programs of others, and a series of programs. */
const others = /^(preinstall|format|lint|types|imports|deadcode|check)$/
const programs = Object.entries(manifest.scripts).filter(([name]) => !others.test(name))

function run(command: string, ...more: string[]): Promise<{ code: number; out: string; err: string }> {
  const words = command
    .replace(/^exec /, '')
    .split(' ')
    .slice(1)
  // Nothing that a program might open by mistake exists for it.
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x', PORT: '0' }
  return new Promise((resolve) => {
    execFile(process.execPath, [...words, ...more], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

it.each(programs)(
  'given npm run %s, then an option that it does not know gets its usage, and nothing is done',
  async (_name, command) => {
    const { code, out, err } = await run(command, 'word', '--dry-run')
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^Unknown option '--dry-run'\n\n[^\n]+\n(?:[^\n]+\n)?\n {2}npm (?:run|test|start)/)
  },
  300_000,
)

it.each([
  ['orders:verify', ['--head'], "Option '--head <value>' argument missing"],
  ['orders:verify', ['--head='], '--head needs a value'],
  ['orders:show', ['a', 'b'], '"b" is not expected here'],
  ['test', ['tests/no-such.spec.ts'], 'There is no file or folder tests/no-such.spec.ts'],
  ['books:export', ['books.csv', '--from', 'May'], '--from must be a day like 2026-11-21'],
  ['bench', ['htpp'], 'There is no part "htpp"'],
  ['demo', ['--until', 'May'], '--until must be a date such as 2026-11-22'],
])('given npm run %s with %o, then one line says what is wrong with it', async (name, more, line) => {
  const refused = await run(manifest.scripts[name as 'test'], ...more)
  expect([refused.code, refused.err.split('\n')[0]]).toEqual([2, line])
})

it.each(['migrate', 'test', 'licences'] as const)(
  'given npm run %s with --help, then it prints its usage',
  async (name) => {
    const { code, out, err } = await run(manifest.scripts[name], '--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/\n\n {2}npm (?:run|test)/)
  },
)
