import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { SeedOutcome } from './seed-outcome.ts'

const child = join(import.meta.dirname, 'run-seeds-child.ts')
/** Most of what a history allocates is garbage at once: with room for it, the collector takes less of the processor's time. */
const execArgv = [...process.execArgv, '--max-semi-space-size=64']

/**
 * More connections than one history has open at once: 82 were counted. A history that is refused one fails as if the product had broken
 * an invariant.
 */
const connectionsOfOne = 90

/** How many histories run at the same time: one a core, as far as the server has connections for them, but one at least. */
export const historiesAtOnce = (count: number, cores: number, connections: number): number =>
  Math.max(1, Math.min(count, cores, Math.floor(connections / connectionsOfOne)))

/**
 * Runs `count` seeds from `first` on, concurrently (`historiesAtOnce`), on the server of TEST_DATABASE_URL. Yields the outcomes
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
  const workers = Array.from(
    { length: historiesAtOnce(count, availableParallelism(), await connectionsOf()) },
    () => work(),
  )
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

/** The most connections that the server of TEST_DATABASE_URL allows. */
async function connectionsOf(): Promise<number> {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    const { rows } = await client.query<{ most: number }>(
      "select current_setting('max_connections')::int as most",
    )
    return rows[0]?.most ?? 0
  } finally {
    await client.end()
  }
}
