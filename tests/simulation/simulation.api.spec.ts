import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { end } from './history.ts'
import { runSeeds } from './run-seeds.ts'
import { runSeed } from './seed-outcome.ts'

const long = process.env.LONG === '1'
const timeout = { golden: 15 * 60_000, thousand: 24 * 3_600_000 }
/** The first seeds produce the same events on every machine, in every run. */
const golden = { file: join(import.meta.dirname, 'traces.json'), seeds: 20, days: 1 }
/** The event types that the first seeds must produce, so that no part of the product is left out unnoticed. */
const wanted = [
  ...['PaymentIntentObserved', 'RefundRequested', 'RefundObserved', 'InvoiceIssued', 'CreditNoteIssued'],
  ...['TransferObserved', 'TransferApplied', 'SeatOpened', 'SeatInvited', 'SeatClaimed', 'SeatRevoked'],
]
/** These seeds run twice; in the second run timers of several seconds become due at once. */
const paused = { first: 200, count: 4, days: 10 }
const hint =
  'Seeds leave other events than traces.json says. After a change of what is recorded, or of the histories: TRACES=write npm test'

describe('simulated histories', () => {
  afterAll(end)

  test(
    `given the histories of ${golden.seeds} seeds, then every invariant holds on every day, all is settled in the end, and the events are those of every other machine, byte for byte`,
    async () => {
      const traces: Record<string, string> = {}
      const all = new Set<string>()
      for (let seed = 1; seed <= golden.seeds; seed += 1) {
        const { failure, trace, reached } = await runSeed(seed, golden.days)
        if (failure !== null) throw new Error(failure)
        for (const type of reached) all.add(type)
        traces[`seed ${seed}`] = trace
      }
      if (process.env.TRACES === 'write') writeFileSync(golden.file, `${JSON.stringify(traces, null, 2)}\n`)
      // A type that no history produces is not tested by any.
      expect([...all]).toEqual(expect.arrayContaining(wanted))
      expect(traces, hint).toEqual(JSON.parse(readFileSync(golden.file, 'utf8')))
    },
    timeout.golden,
  )

  test.runIf(long)(
    `given processes that pause now and then, for up to six seconds, then ${paused.count} seeds of ${paused.days} days leave the same events as undisturbed`,
    async () => {
      const [calm, disturbed] = [await tracesOf(paused), await tracesOf(paused, standStill)]
      expect(disturbed).toEqual(calm)
    },
    timeout.golden,
  )

  test.runIf(long)(
    'given 1,000 seeds of 30 days each, then every invariant holds on every day',
    async () => {
      for await (const { seed, failure, events, trace } of runSeeds({ first: 1, count: 1_000, days: 30 })) {
        if (failure !== null) throw new Error(failure)
        console.log(`seed ${seed}: ${events} events, trace ${trace}`)
      }
    },
    timeout.thousand,
  )
})

async function tracesOf(
  seeds: typeof paused,
  started?: (process: ChildProcess) => void,
): Promise<Record<number, string>> {
  const traces: Record<number, string> = {}
  for await (const { seed, failure, trace } of runSeeds(seeds, undefined, started)) {
    if (failure !== null) throw new Error(failure)
    traces[seed] = trace
  }
  return traces
}

/** Stops and continues the process again and again, like a machine that is busy or asleep. */
async function standStill(process: ChildProcess): Promise<void> {
  for (let pauses = 0; process.exitCode === null && process.signalCode === null; pauses += 1) {
    await pause(300 + ((pauses * 377) % 1_100))
    process.kill('SIGSTOP')
    await pause(1_000 + ((pauses * 1_733) % 5_000))
    process.kill('SIGCONT')
  }
}
