import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { SeedOutcome } from './seed-outcome.ts'

const child = join(import.meta.dirname, 'run-seeds-child.ts')
/** Most of what a history allocates is garbage at once: with room for it, the collector takes less of the processor's time. */
const execArgv = [...process.execArgv, '--max-semi-space-size=64']

/**
 * Runs `count` seeds from `first` on, concurrently on all cores, on the server of TEST_DATABASE_URL. Yields the outcomes
 * in the order of seeds, and ends after the first failure.
 * @param done called with the number of finished seeds
 * @param started called with each child process
 */
export async function* runSeeds(
  { first, count, days }: { first: number; count: number; days: number },
  done: (count: number) => void = () => undefined,
  started: (process: ChildProcess) => void = () => undefined,
): AsyncGenerator<SeedOutcome> {
  const all = Array.from({ length: count }, () => Promise.withResolvers<SeedOutcome>())
  for (const { promise } of all) promise.catch(() => undefined)
  let [next, finished, over] = [0, 0, false]
  const children: ChildProcess[] = []
  const work = async (): Promise<void> => {
    const process = fork(child, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv })
    children.push(process)
    started(process)
    const exited = once(process, 'exit').then(() => [])
    for (let index = next++; index < count && !over; index = next++) {
      process.send({ seed: first + index, days })
      const [outcome] = await Promise.race([once(process, 'message'), exited])
      if (outcome === undefined) all[index]?.reject(new Error(`The process of seed ${first + index} ended`))
      else all[index]?.resolve(outcome as SeedOutcome)
      done(++finished)
      if (outcome === undefined || (outcome as SeedOutcome).failure !== null) over = true
    }
    process.disconnect()
  }
  const workers = Array.from({ length: Math.min(availableParallelism(), count) }, () => work())
  try {
    for (const { promise } of all) {
      const outcome = await promise
      yield outcome
      if (outcome.failure !== null) return
    }
  } finally {
    over = true
    for (const each of children) if (each.connected) each.disconnect()
    await Promise.allSettled(workers)
  }
}
