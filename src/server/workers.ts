import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { collectMetrics } from './worker-metrics.ts'

/** The message of a running site to the process that started it. */
export interface Opened {
  port: number
  /** The account that the configuration names, with its password if that was generated just now. */
  firstStaff: { username: string; password?: string; passwordFile?: string }
}

interface Workers extends Opened {
  /** Makes the readiness checks of all workers fail, while requests are still answered. */
  drain(): void
  stop(): Promise<void>
}

/** The message from the first process to all workers before it stops them. A worker that is replaced alone does not get it. */
const drainMessage = 'drain'

// The workers accept connections themselves. A connection that the first process passes to a worker that just died hangs
// for ever; one that the dead process held itself is reset, and the client tries again.
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Two arenas of glibc's allocator, instead of eight per core, save 10 MB of unused memory; glibc reads this at its start. */
const allocator = { MALLOC_ARENA_MAX: '2' }

/** Milliseconds for the workers to stop by themselves; a site takes 15 seconds at most. */
const graceMs = 16_000
/** Milliseconds; a worker that dies younger is replaced after a pause, so that a broken site does not restart in a loop. */
const tooYoungMs = 5_000

/**
 * Runs `count` copies of this process on one port (`WEB_CONCURRENCY`) and replaces each that dies or stops. SIGHUP
 * replaces all of them, one after the other, each once its successor answers.
 *
 * @param env additional environment of the copies: the addresses of what runs here.
 * @param signal cancels the opening: the copies are stopped.
 * @throws CannotStart when a copy ends before it is ready; its own output says why.
 */
export async function openWorkers(
  count: number,
  env: Record<string, string>,
  logger: Logger,
  signal: AbortSignal,
): Promise<Workers> {
  collectMetrics()
  const stopping = new AbortController()
  const stop = async (): Promise<void> => {
    stopping.abort()
    await Promise.all(running().map(ended))
  }
  const replaced = new WeakSet<Worker>()
  const replace = async (worker: Worker, born: number, code: number): Promise<void> => {
    if (code === 0) logger.info({ worker: worker.process.pid }, 'a worker stopped')
    else logger.error({ worker: worker.process.pid }, 'a worker died')
    if (Date.now() - born < tooYoungMs) await pause(tooYoungMs, undefined, stopping).catch(() => undefined)
    if (!stopping.signal.aborted) await open().catch(() => undefined)
  }
  const open = (again = true): Promise<Opened> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork({ ...allocator, ...env })
      const born = Date.now()
      let ready = false
      worker.on('message', (message: unknown) => {
        if (!isOpened(message)) return
        ready = true
        logger.info({ worker: worker.process.pid }, 'a worker is ready')
        resolve(message)
      })
      worker.once('exit', (code) => {
        reject(new CannotStart(`A worker ended with ${code} before it was ready`))
        if (!stopping.signal.aborted && !replaced.has(worker) && (ready || (again && running().length > 0)))
          void replace(worker, born, code)
      })
    })
  // The first copy migrates and does the work of a first start; the others find it done.
  signal.throwIfAborted()
  const breakOff = (): void => void stop()
  signal.addEventListener('abort', breakOff)
  let first: Opened
  try {
    first = await open()
    await Promise.all(Array.from({ length: count - 1 }, () => open()))
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal.removeEventListener('abort', breakOff)
  }
  const reloadAll = async (): Promise<void> => {
    for (const worker of running()) {
      if (stopping.signal.aborted || worker.isDead()) continue
      replaced.add(worker)
      try {
        await open(false)
      } catch (err) {
        replaced.delete(worker)
        logger.error({ err }, 'a successor did not start: the workers stay as they are')
        return
      }
      await ended(worker)
    }
    logger.info('all workers were replaced')
  }
  let reloading = false
  process.on('SIGHUP', () => {
    if (reloading) return
    reloading = true
    void reloadAll().finally(() => {
      reloading = false
    })
  })
  return {
    ...first,
    drain: () => {
      stopping.abort()
      for (const worker of running()) if (worker.isConnected()) worker.send(drainMessage)
    },
    stop,
  }
}

/** Workers also send the messages of `worker-metrics.ts`. */
const isOpened = (message: unknown): message is Opened =>
  typeof message === 'object' && message !== null && 'firstStaff' in message

const running = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

/** Stops a worker and waits for its end; one that does not stop is killed. */
async function ended(worker: Worker): Promise<void> {
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  if (worker.isDead()) return
  worker.process.kill('SIGTERM')
  await Promise.race([gone, pause(graceMs, undefined, { ref: false })])
  if (!worker.isDead()) worker.process.kill('SIGKILL')
}

/** Whether other copies answer on the port while this one starts: then it must not accept requests before it is ready. */
export const startsBesideOthers = (): boolean => cluster.isWorker && cluster.worker?.id !== 1

/** Reports to the process that called `openWorkers` that requests are answered. @returns whether there is one */
export function reportToOpener({ port, firstStaff, drain }: Opened & { drain(): void }): boolean {
  if (!cluster.isWorker) return false
  process.on('message', (message) => {
    if (message === drainMessage) drain()
  })
  process.send?.({ port, firstStaff } satisfies Opened)
  return true
}
