import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'

/** What a running house tells whoever started it. */
export interface Opened {
  port: number
  /** The account that the configuration names, with its password if that was generated just now. */
  firstStaff: { password?: string | undefined }
}

// The workers accept by themselves. A connection that the first process hands to one that just died hangs for ever;
// one that the dead process held itself is reset, and the client tries again.
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Milliseconds for the workers to stop by themselves; a house takes 15 seconds at most. */
const graceMs = 16_000
/** A worker that dies younger than this, in milliseconds, is replaced after a pause, so that a broken house does not spin. */
const tooYoungMs = 5_000

/**
 * Runs `count` copies of this process on one port (`WEB_CONCURRENCY`) and replaces each that dies.
 *
 * @param env what the copies find in their environment besides this one's: the addresses of what runs here.
 * @throws Error when the first copy ends before it is ready; its own output says why.
 */
export async function openWorkers(
  count: number,
  env: Record<string, string>,
  logger: Logger,
): Promise<Opened & { stop(): Promise<void> }> {
  const stopping = new AbortController()
  const replace = async (worker: Worker, born: number): Promise<void> => {
    logger.error({ worker: worker.process.pid }, 'a worker died')
    if (Date.now() - born < tooYoungMs) await pause(tooYoungMs, undefined, stopping).catch(() => undefined)
    if (!stopping.signal.aborted) await open().catch(() => undefined)
  }
  const open = (): Promise<Opened> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork(env)
      const born = Date.now()
      let ready = false
      worker.once('message', (opened: Opened) => {
        ready = true
        logger.info({ worker: worker.process.pid }, 'a worker is ready')
        resolve(opened)
      })
      worker.once('exit', (code) => {
        reject(new Error(`A worker ended with ${code} before it was ready`))
        if (!stopping.signal.aborted && (ready || Object.keys(cluster.workers ?? {}).length > 0))
          void replace(worker, born)
      })
    })
  // The first migrates and makes what a first start makes; the others find it done.
  const first = await open()
  await Promise.all(Array.from({ length: count - 1 }, open))
  return { ...first, stop: () => stopAll(stopping) }
}

async function stopAll(stopping: AbortController): Promise<void> {
  stopping.abort()
  const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const gone = running.map((worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve())))
  for (const worker of running) worker.process.kill('SIGTERM')
  await Promise.race([Promise.all(gone), pause(graceMs, undefined, { ref: false })])
  for (const worker of running) if (!worker.isDead()) worker.process.kill('SIGKILL')
}

/** Whether this process was opened by `openWorkers`, and then tells it that requests are answered. */
export function tellOpener({ port, firstStaff }: Opened): boolean {
  if (!cluster.isWorker) return false
  process.send?.({ port, firstStaff } satisfies Opened)
  return true
}
