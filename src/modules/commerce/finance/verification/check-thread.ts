import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { inSnapshot } from '#platform/database/snapshot.ts'
import { lowerPriority } from '#platform/kernel/low-priority.ts'
import { LogKey, type LogKeySeeds } from '../log/log-key.ts'
import { type OrdersVerdict, verifyOrders } from './verify-orders.ts'

/** The `workerData` of the thread. */
export interface CheckInput {
  /** The address of the database, as the application's role. */
  url: string
  /** Seeds of the key that signs heads. */
  seeds: LogKeySeeds
}

export type CheckMessage = { done: number; total: number } | { verdict: OrdersVerdict }

/** Milliseconds between two messages about the progress. */
const everyMs = 200

async function check(port: MessagePort, { url, seeds }: CheckInput): Promise<void> {
  let reportedAt = 0
  const report = (done: number, total: number): void => {
    if (performance.now() - reportedAt < everyMs) return
    reportedAt = performance.now()
    port.postMessage({ done, total } satisfies CheckMessage)
  }
  const source = { inSnapshot: <T>(work: Parameters<typeof inSnapshot<T>>[1]) => inSnapshot(url, work) }
  const verdict = await verifyOrders(source, new LogKey(seeds), report)
  port.postMessage({ verdict } satisfies CheckMessage)
}

lowerPriority()
if (parentPort !== null) await check(parentPort, workerData as CheckInput)
