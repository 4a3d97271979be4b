/** `npm run simulate -- --seed 7 --days 30`: runs the history of one seed, or of several from it on, and reports broken invariants. */
import { availableParallelism } from 'node:os'
import { readArguments } from '../../src/platform/kernel/arguments.ts'
import { Progress } from '../../src/server/cli/progress.ts'
import { takeRunFolder } from '../support/run-folder.ts'
import { startTestServer } from '../support/server.ts'
import { runSeeds } from './run-seeds.ts'

const usage = `Runs invented histories and reports each invariant that one of them breaks.

  npm run simulate -- --seed 7 --days 30
  npm run simulate -- --seed 7 --seeds 20 --days 30     twenty seeds from 7 on`

const { values, refuse } = readArguments(usage, {
  seed: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '1' },
  days: { type: 'string', default: '7' },
})
const wrong = Object.entries(values).find(([, value]) => !/^[1-9]\d{0,8}$/.test(value))
if (wrong !== undefined) refuse(`--${wrong[0]} must be a whole number from 1`)
const [first, count, days] = [values.seed, values.seeds, values.days].map(Number) as [number, number, number]
takeRunFolder()
const server = await startTestServer()
const progress = new Progress(`Living on ${Math.min(availableParallelism(), count)} cores`, true)
progress.update(0, count)
try {
  for await (const outcome of runSeeds({ first, count, days }, (done) => progress.update(done, count))) {
    progress.end()
    console.log(outcome.failure ?? `seed ${outcome.seed}: ${outcome.events} events, trace ${outcome.trace}`)
    if (outcome.failure !== null) process.exitCode = 1
  }
} finally {
  progress.end()
  await server.stop()
}
