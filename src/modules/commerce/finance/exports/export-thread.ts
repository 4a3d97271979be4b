import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { inSnapshot } from '#platform/database/snapshot.ts'
import { lowerPriority } from '#platform/kernel/low-priority.ts'
import { LogKey, type LogKeySeeds } from '../log/log-key.ts'
import { type ExportRequest, exportLines } from './exports.ts'

/** The `workerData` of the thread. */
export interface ExportOrder {
  /** The address of the database, as the application's role. */
  url: string
  request: ExportRequest
  /** Seeds of the key that signs the file. */
  seeds: LogKeySeeds
  now: Date
}

/** Characters of one chunk. */
const chunk = 64_000

/** Sends the file in chunks; each one waits for the request of the main thread. */
async function send(port: MessagePort, { url, request, seeds, now }: ExportOrder): Promise<void> {
  const hand = async (text: string): Promise<void> => {
    port.postMessage(new TextEncoder().encode(text))
    await once(port, 'message')
  }
  await inSnapshot(url, async (snapshot) => {
    let waiting = ''
    for await (const line of exportLines(snapshot, request, new LogKey(seeds), now)) {
      waiting += line
      if (waiting.length < chunk) continue
      await hand(waiting)
      waiting = ''
    }
    if (waiting !== '') await hand(waiting)
  })
}

lowerPriority()
if (parentPort !== null) await send(parentPort, workerData as ExportOrder)
