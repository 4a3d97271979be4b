import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
/** Programs of others, a series of programs, and what has no arguments. */
const others = /^(preinstall|format|lint|types|imports|deadcode|check|sbom|test:containers)$/
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

it.concurrent.each(programs)(
  'given npm run %s, then it says what it takes, and does nothing for an option that it does not know',
  async (_name, command) => {
    const helped = await run(command, '--help')
    expect([helped.code, helped.err]).toEqual([0, ''])
    expect(helped.out).toMatch(/\n\n {2}npm (run|test|start)/)
    for (const more of [['--dry-run'], ['word', ...Array.from({ length: 40 }, () => 'word'), '--nonsense']]) {
      const refused = await run(command, ...more)
      expect([refused.code, refused.out]).toEqual([2, ''])
      expect(refused.err).toBe(`Unknown option '${more.at(-1)}'\n\n${helped.out}`)
    }
  },
  120_000,
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
