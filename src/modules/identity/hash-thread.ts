import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { hashSync, verifySync } from '@node-rs/argon2'
import { hashCost } from './domain/hash-cost.ts'

/**
 * What runs in each thread of `HashThreads`. Hashing gives way: when the cores are short, the site is served first
 * and logins wait. Linux counts this per thread; elsewhere it would slow the whole process down.
 */
if (process.platform === 'linux') yieldToRequests()

export const hash = (password: string): string => hashSync(password, hashCost)

export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password)

function yieldToRequests(): void {
  setPriority(10)
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
