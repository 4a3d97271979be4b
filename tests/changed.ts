/** `npm run test:changed`: the tests that a change touches, in about a minute. The map is in support/changed-tests.ts. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildIfChanged } from '../apps/web/build.ts'
import { readArguments } from '../src/platform/kernel/arguments.ts'
import { touchedBy } from './support/changed-tests.ts'
import { takeRunFolder } from './support/run-folder.ts'
import { runProgram } from './support/run-program.ts'

const { values, refuse } = readArguments(
  `Runs the tests that a change touches, in about a minute: unit tests by their imports, the nearest tests of the same
folder, the guards of the files, one browser journey. Names the others. The whole is npm test.

  npm run test:changed                     what differs from the branch main, or is not committed
  npm run test:changed -- --since HEAD~1   what differs from that commit
  npm run test:changed -- --list           names the tests, runs none`,
  { since: { type: 'string' }, list: { type: 'boolean' } },
)
const root = join(import.meta.dirname, '..')

function git(...words: string[]): string[] {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '')
}

/** Where the branch left main; the last commit where there is no main, or on main itself. */
function start(): string {
  try {
    return git('merge-base', 'HEAD', values.since ?? 'main')[0]!
  } catch {
    return values.since === undefined ? 'HEAD' : refuse(`There is no commit ${values.since}`)
  }
}

const since = start()
const changed = [
  ...new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]),
].filter((path) => existsSync(join(root, path)))
const all = globSync('tests/**/*.{spec,browser}.ts', { cwd: root }).toSorted()
const { sources, tests, moreTests, journeys, moreJourneys } = touchedBy(changed, all)

console.log(`Files that differ from ${since.slice(0, 8)}: ${changed.length}`)
if (values.list) {
  for (const path of [...tests, ...journeys]) console.log(path)
  if (sources.length > 0) console.log('and the unit tests that import the changed files')
} else {
  takeRunFolder()
  const codes: number[] = []
  // As it was given: a build sets NODE_ENV.
  const environment = { ...process.env }
  const vitest = (...words: string[]) => runProgram('vitest', [...words, '--passWithNoTests'], environment)
  if (sources.length > 0) codes.push(await vitest('related', '--run', '--project', 'unit', ...sources))
  if (tests.length > 0) {
    // Tests of a started site read the built client.
    await buildIfChanged()
    codes.push(await vitest('run', ...tests))
  }
  if (journeys.length > 0) codes.push(await runProgram('playwright', ['test', ...journeys], environment))
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1
}
/** A few files by name, many by their folders. */
const rest = moreTests.length > 6 ? [...new Set(moreTests.map((path) => dirname(path)))] : moreTests
const more = [...rest, ...moreJourneys]
if (more.length > 0) console.log(`\nNear, and not run: npm test -- ${more.join(' ')}`)
