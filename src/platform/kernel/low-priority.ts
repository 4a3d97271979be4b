import { setPriority } from 'node:os'

/**
 * Lowers the calling thread's priority: when requests need the same core, the thread gets a tenth of it. Linux sets this
 * per thread; elsewhere it would slow the whole process down, so there it does nothing.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(10)
}
