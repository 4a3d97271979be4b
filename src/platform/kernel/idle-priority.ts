import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lowers the calling thread's priority: when requests need the same core, it gets a tenth of it. Linux sets this per
 * thread; elsewhere it would slow the whole process down, so there it does nothing. For work that a person waits for.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(10)
}

/** Makes the calling thread run only when nothing else needs the core: on a busy machine its work may take minutes. */
export function takeIdlePriority(): void {
  if (process.platform !== 'linux') return
  lowerPriority()
  // A nice value limits the share of a core, but the scheduler may let a nice thread finish its slice before it wakes the
  // thread that serves the site. A thread under SCHED_IDLE is interrupted at once. Node cannot set that; util-linux can.
  try {
    execFileSync('chrt', ['--idle', '--pid', '0', basename(readlinkSync('/proc/thread-self'))], {
      stdio: 'ignore',
    })
  } catch {
    // `chrt` is not installed, or not allowed here: the nice value stays.
  }
}
