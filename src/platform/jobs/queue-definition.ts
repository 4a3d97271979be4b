import type { PgBoss, Queue } from 'pg-boss'
import type { QueueOptions } from './job-definition.ts'

/** The settings of a queue in pg-boss. */
export interface QueueDefinition {
  name: string
  retryLimit: number
  retryDelay: number
  retryBackoff: true
  retryDelayMax: number
  expireInSeconds: number
  heartbeatSeconds: number | null
  retentionSeconds: number
  deleteAfterSeconds: number
  /** Where a job goes when its last try has failed. */
  deadLetter: string | null
}

const day = 86_400

/** A worker reports twice in this time that it is alive. A dead worker is noticed within a minute after this time, however long the lease. */
const heartbeatSeconds = 20

export function defineQueue(name: string, options: QueueOptions): QueueDefinition {
  const lease = options.expireInSeconds ?? 60
  return {
    name,
    retryLimit: options.retryLimit ?? 10,
    retryDelay: options.retryDelaySeconds ?? 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: lease,
    heartbeatSeconds: lease > heartbeatSeconds ? heartbeatSeconds : null,
    // Longer than any outage: a stored job is not dropped because no process ran it.
    retentionSeconds: 400 * day,
    deleteAfterSeconds: day,
    deadLetter: `${name}-dead`,
  }
}

export function deadLetterOf(queue: QueueDefinition): QueueDefinition {
  return { ...queue, name: `${queue.name}-dead`, heartbeatSeconds: null, deadLetter: null }
}

/** Those of `wanted` whose settings in pg-boss differ. */
export function outdated(kept: readonly Queue[], wanted: readonly QueueDefinition[]): QueueDefinition[] {
  const byName = new Map(kept.map((queue) => [queue.name, queue]))
  return wanted.filter((queue) => {
    const known: Partial<Record<keyof QueueDefinition, unknown>> = byName.get(queue.name) ?? {}
    return Object.entries(queue).some(
      ([field, value]) => (known[field as keyof QueueDefinition] ?? null) !== value,
    )
  })
}

/** Creates and changes queues in pg-boss. They are rows, which the application's role may write. */
export async function keepQueues(boss: PgBoss, wanted: readonly QueueDefinition[]): Promise<string[]> {
  const kept = await boss.getQueues()
  const changing = outdated(kept, wanted)
  for (const { name, heartbeatSeconds, deadLetter, ...options } of changing) {
    if (!kept.some((known) => known.name === name)) await boss.createQueue(name, options)
    await boss.updateQueue(name, { ...options, heartbeatSeconds, deadLetter })
  }
  return changing.map(({ name }) => name)
}
