import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { inSnapshot } from '#platform/database/snapshot.ts'
import { takeIdlePriority } from '#platform/kernel/idle-priority.ts'
import { type DocumentsPlace, openDocuments } from '#platform/storage/open-documents.ts'
import { LogKey, type LogKeySeeds } from '../log/log-key.ts'
import { type OrdersVerdict, verifyOrders } from './verify-orders.ts'

/** What the thread of a check is started with. */
export interface CheckOrder {
  /** The address of the database, as the application's role. */
  url: string
  /** Of the key that signs heads. */
  seeds: LogKeySeeds
  documents: DocumentsPlace
}

export type CheckNews = { done: number; total: number } | { verdict: OrdersVerdict }

/** Milliseconds between two messages about how far the check is. */
const everyMs = 200

async function check(port: MessagePort, { url, seeds, documents }: CheckOrder): Promise<void> {
  let toldAt = 0
  const told = (done: number, total: number): void => {
    if (performance.now() - toldAt < everyMs) return
    toldAt = performance.now()
    port.postMessage({ done, total } satisfies CheckNews)
  }
  const source = { inSnapshot: <T>(work: Parameters<typeof inSnapshot<T>>[1]) => inSnapshot(url, work) }
  const verdict = await verifyOrders(
    source,
    { key: new LogKey(seeds), documents: openDocuments(documents) },
    told,
  )
  port.postMessage({ verdict } satisfies CheckNews)
}

takeIdlePriority()
if (parentPort !== null) await check(parentPort, workerData as CheckOrder)
