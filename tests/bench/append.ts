import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createTestDatabase } from '../support/database.ts'
import { benchMigrations } from './append-migrations.ts'
import { type BenchRow, interleaved } from './rounds.ts'

const milliseconds = Number(process.env.BENCH_SECONDS ?? 2) * 1000

/** What a child is asked: `work` from `concurrency` loops; it answers the rate per second. */
export interface Round {
  work: 'append' | 'load'
  concurrency: number
  milliseconds: number
}

/**
 * The log against Emmett's PostgreSQL store, on one server. Ours does
 * all a sale does in one transaction (chained event, order row, job); Emmett's appends one bare event. Each
 * runs in a process of its own, because Emmett's changes how `pg` reads numbers.
 */
export async function benchAppend(): Promise<BenchRow[]> {
  const [mine, other] = await Promise.all([
    createTestDatabase({ migrations: benchMigrations }),
    createTestDatabase({ empty: true }),
  ])
  const children = await Promise.all([
    startChild(new URL('./append-ours.ts', import.meta.url), [mine.url, mine.adminUrl]),
    startChild(new URL('./append-emmett.ts', import.meta.url), [other.superUrl]),
  ])
  const [ours, theirs] = children.map((child) => (round: Round) => ask(child, round))
  const compare = (path: string, against: string, bar: number, round: Omit<Round, 'milliseconds'>) =>
    interleaved(
      { path, against, bar },
      () => ours!({ ...round, milliseconds }),
      () => theirs!({ ...round, milliseconds }),
    )
  try {
    const path = 'append: event + order row + job, chained'
    return [
      await compare(path, "Emmett's bare append, 16 concurrent", 2, { work: 'append', concurrency: 16 }),
      await compare(path, "Emmett's bare append, 256 concurrent", 3, { work: 'append', concurrency: 256 }),
      await compare('load one order and fold it', "Emmett's readStream, 16 concurrent", 2, {
        work: 'load',
        concurrency: 16,
      }),
    ]
  } finally {
    for (const child of children) child.disconnect()
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
    await Promise.all([mine.drop(), other.drop()])
  }
}

async function startChild(script: URL, args: string[]): Promise<ChildProcess> {
  const child = fork(script, args, { execArgv: [] })
  // One message when it is ready and one after every round: a child that dies must not leave its parent waiting.
  child.once('exit', (code) => {
    if (code) child.emit('error', new Error(`${script.pathname} ended with ${code}`))
  })
  await once(child, 'message')
  return child
}

async function ask(child: ChildProcess, round: Round): Promise<number> {
  child.send(round)
  const [rate] = (await once(child, 'message')) as [number]
  return rate
}
