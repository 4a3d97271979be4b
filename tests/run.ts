/**
 * The whole test run: unit, integration, api and import-rule tests (vitest), then the browser journeys (Playwright).
 * `--long` runs the heavy figures whole. Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged } from '../apps/web/build.ts'

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const long = process.argv.includes('--long')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)

interface Counts {
  passed: number
  failed: number
  skipped: number
}

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
        ...(long ? { LONG: '1' } : {}),
      },
    })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(results, file), 'utf8')) as T
  } catch {
    return undefined
  }
}

/** A run that left no report, or failed without a failed test (a crash, a lost suite), counts as one failure. */
function counted(code: number, counts: Counts | undefined): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 }
  return code !== 0 && known.failed === 0 ? { ...known, failed: 1 } : known
}

async function vitest(): Promise<Counts> {
  const code = await run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/vitest.json',
  ])
  const report = read<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(
    'vitest.json',
  )
  return counted(
    code,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    },
  )
}

async function browser(): Promise<Counts> {
  const code = await run(bin('playwright'), ['test'])
  const report = read<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(
    'browser.json',
  )
  return counted(
    code,
    report && {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected,
      skipped: report.stats.skipped,
    },
  )
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
await buildIfChanged()
const parts = [await vitest(), await browser()]
const sum = (key: keyof Counts): number => parts.reduce((total, part) => total + part[key], 0)
const skipped = sum('skipped')
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
