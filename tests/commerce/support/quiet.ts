import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '#platform/event-log/event-log.ts'

/** Resolves when nothing was appended for half a second: a clock that jumped has the jobs of the gap collect fees. */
export async function quiet(log: EventLog): Promise<void> {
  for (let last = -1; ; await sleep(500)) {
    const { position } = await log.head()
    if (position === last) return
    last = position
  }
}
