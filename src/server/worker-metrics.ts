import cluster, { type Worker } from 'node:cluster'
import { AppError } from '#platform/kernel/error.ts'
import { aggregated, type MetricFamily } from '#platform/telemetry/metric-family.ts'
import type { AllProcesses } from '#platform/telemetry/metrics.ts'

/** The messages between the first process and the workers; each kind goes in one direction only. */
type Message =
  | { metrics: 'wanted'; ask: number }
  | { metrics: 'collect' }
  | { metrics: 'own'; families: MetricFamily[] }
  | { metrics: 'all'; ask: number; families: MetricFamily[] }

/** Milliseconds for all workers to answer; a scrape does not wait for one that hangs. */
const collectMs = 1_000
/** Milliseconds for the first process to answer. */
const answerMs = 3_000

/**
 * In the first process: a worker that is scraped gets the metrics of all. The counts of a worker remain when it has ended
 * or does not answer: Prometheus takes a sum that goes down for a restart, and would count everything twice. (prom-client's
 * own `clusterMetrics` fails while one worker does not answer, and forgets those that ended.)
 */
export function collectMetrics(): void {
  const latest = new Map<number, MetricFamily[]>()
  const ended: MetricFamily[][] = []
  const silent = new Set<number>()
  let complete: () => void = () => undefined
  let running: Promise<MetricFamily[]> | undefined

  const collect = async (): Promise<MetricFamily[]> => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, collectMs)
      complete = () => {
        clearTimeout(timer)
        resolve()
      }
      silent.clear()
      for (const worker of Object.values(cluster.workers ?? {})) {
        if (!worker?.isConnected()) continue
        silent.add(worker.id)
        send(worker, { metrics: 'collect' })
      }
      if (silent.size === 0) complete()
    })
    // The metrics of all ended workers are combined to one set.
    ended.push(await aggregated(ended.splice(0)))
    const families = [...latest].map(([id, all]) => (silent.has(id) ? all.filter(onlyGrows) : all))
    return aggregated([...families, ...ended])
  }
  const answered = (id: number): void => {
    if (silent.delete(id) && silent.size === 0) complete()
  }

  cluster.on('message', (worker, message: Message) => {
    if (message.metrics === 'own') {
      latest.set(worker.id, message.families)
      answered(worker.id)
    } else if (message.metrics === 'wanted') {
      running ??= collect().finally(() => {
        running = undefined
      })
      // A failure sends no answer: the worker's timeout then reports that the metrics are not available.
      running.then(
        (families) => send(worker, { metrics: 'all', ask: message.ask, families }),
        () => undefined,
      )
    }
  })
  // Not its exit: the last counts of a worker may arrive after that.
  cluster.on('disconnect', ({ id }) => {
    const last = latest.get(id)
    latest.delete(id)
    if (last !== undefined) ended.push(last.filter(onlyGrows))
    answered(id)
  })
}

/** In a worker: requests the metrics of all from the first process. @throws AppError unavailable when it does not answer in time */
export const metricsOfAllWorkers: AllProcesses = (own) => {
  const requests = new Map<number, (families: MetricFamily[]) => void>()
  let next = 0
  ownMetrics = own
  process.on('message', (message: Message) => {
    if (message.metrics === 'collect') sendToFirst({ metrics: 'own', families: own() })
    else if (message.metrics === 'all') requests.get(message.ask)?.(message.families)
  })
  return async () => {
    const ask = next++
    const answer = Promise.withResolvers<MetricFamily[]>()
    requests.set(ask, answer.resolve)
    const timer = setTimeout(() => answer.reject(notCollected()), answerMs)
    sendToFirst({ metrics: 'wanted', ask })
    try {
      return await answer.promise
    } finally {
      clearTimeout(timer)
      requests.delete(ask)
    }
  }
}

let ownMetrics: (() => MetricFamily[]) | undefined

/** In a worker that has answered its last request: what it counted since the last scrape is kept by the first process. */
export async function sendLastMetrics(): Promise<void> {
  if (!process.connected || ownMetrics === undefined) return
  const message: Message = { metrics: 'own', families: ownMetrics() }
  await new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()))
}

const onlyGrows = ({ type }: MetricFamily): boolean => type !== 'gauge'

/** Sends to a worker; one that is just ending gets nothing. */
function send(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

function sendToFirst(message: Message): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

function notCollected(): AppError {
  return new AppError(
    'unavailable',
    'metrics.unavailable',
    'The metrics of all processes could not be had.',
    {
      retryAfter: 5,
    },
  )
}
