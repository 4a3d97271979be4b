/**
 * The whole test run: unit, integration, api and import-rule tests (vitest), then the browser journeys (Playwright).
 * `--long` runs the heavy figures whole. Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged } from '../apps/web/build.ts'
import type { Outcome } from './reporters/outcome.ts'

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const long = process.argv.includes('--long')
/** As it was given: a build sets NODE_ENV, and tests must not depend on whether this run has built. */
const environment = { ...process.env }
const bin = (name: string): string => join(root, 'node_modules/.bin', name)

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...environment,
        PATH: `${join(root, 'node_modules/.bin')}:${environment.PATH ?? ''}`,
        ...(long ? { LONG: '1' } : {}),
      },
    })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** A run that left no report, or failed without a failed test (a crash), counts as one failure. */
function outcomeOf(runner: string, code: number): Outcome {
  const file = join(results, `${runner}.json`)
  const outcome: Outcome = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0, skipped: 0, failures: [] }
  if (code === 0 || outcome.failed > 0) return outcome
  return { ...outcome, failed: 1, failures: [`${runner} ended with ${code}`] }
}

rmSync(results, { recursive: true, force: true })
await buildIfChanged()
const vitest = outcomeOf('vitest', await run(bin('vitest'), ['run']))
const browser = outcomeOf('browser', await run(bin('playwright'), ['test']))
const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map(
  (key) => vitest[key] + browser[key],
)
for (const line of [...vitest.failures, ...browser.failures]) console.log(`\nFailed: ${line}`)
console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
process.exitCode = failed === 0 && passed !== 0 ? 0 : 1
