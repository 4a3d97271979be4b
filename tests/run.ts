import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged } from '../apps/web/build.ts'
import { readArguments } from '../src/platform/kernel/arguments.ts'
import type { Outcome } from './reporters/outcome.ts'
import { takeRunFolder } from './support/run-folder.ts'
import { runProgram } from './support/run-program.ts'

const { values, words, refuse } = readArguments(
  `Runs the tests: unit, integration, api and import-rule tests (vitest), then the browser journeys (Playwright). Ends with
"N passed, N failed". The whole takes 18 minutes on two idle cores.

  npm test
  npm test -- tests/leads tests/site/fuzz.api.spec.ts     only these files and folders
  npm run test:long                                       the heavy figures whole`,
  { long: { type: 'boolean' } },
  Number.POSITIVE_INFINITY,
)
const root = join(import.meta.dirname, '..')
const missing = words.find((file) => !existsSync(join(root, file)))
if (missing !== undefined) refuse(`There is no file or folder ${missing}`)
/** Playwright's are in tests/e2e, the others are vitest's. */
const [journeys, others] = [true, false].map((isJourney) =>
  words.filter((file) => /^(?:\.\/)?tests\/e2e\b/.test(file) === isJourney),
) as [string[], string[]]
const results = join(root, 'test-results')
const { long = false } = values
takeRunFolder()
/** As it was given: a build sets NODE_ENV, and tests must not depend on whether this run has built. */
const environment = { ...process.env, ...(long ? { LONG: '1' } : {}) }

/** A run that left no report, or failed without a failed test (a crash), counts as one failure. */
function outcomeOf(runner: string, code: number): Outcome {
  const file = join(results, `${runner}.json`)
  const outcome: Outcome = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0, skipped: 0, failures: [] }
  if (code === 0 || outcome.failed > 0) return outcome
  return { ...outcome, failed: 1, failures: [`${runner} ended with ${code}`] }
}

const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] }
const outcomeUnlessOthers = async (runner: string, program: string, verb: string, files: string[]) =>
  words.length > 0 && files.length === 0
    ? nothing
    : outcomeOf(runner, await runProgram(program, [verb, ...files], environment))

rmSync(results, { recursive: true, force: true })
await buildIfChanged()
const vitest = await outcomeUnlessOthers('vitest', 'vitest', 'run', others)
const browser = await outcomeUnlessOthers('browser', 'playwright', 'test', journeys)
const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map(
  (key) => vitest[key] + browser[key],
)
for (const line of [...vitest.failures, ...browser.failures]) console.log(`\nFailed: ${line}`)
console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
process.exitCode = failed === 0 && passed !== 0 ? 0 : 1
