import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lets the thread that calls it have a tenth of a core that requests want, too. Linux counts this per thread; elsewhere
 * it would slow the whole process down, so there it does nothing. For work that somebody waits for.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(10)
}

/** Lets the thread that calls it run only where nothing else wants the core: on a busy machine it may take minutes. */
export function takeIdlePriority(): void {
  if (process.platform !== 'linux') return
  lowerPriority()
  // A nice value bounds the share of a core, but the scheduler lets a nice thread end its slice before it wakes the one that
  // serves the site. A thread under SCHED_IDLE is interrupted at once. Node cannot ask for that; util-linux can.
  try {
    execFileSync('chrt', ['--idle', '--pid', '0', basename(readlinkSync('/proc/thread-self'))], {
      stdio: 'ignore',
    })
  } catch {
    // Not installed, or not allowed here: the nice value stays.
  }
}
