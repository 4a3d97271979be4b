import { setPriority } from 'node:os'
import { hashSync, verifySync } from '@node-rs/argon2'
import { hashCost } from './domain/hash-cost.ts'

/**
 * What runs in each thread of `HashThreads`. Hashing gives way: when the cores are short, the site is served first
 * and logins wait. Linux counts this per thread; elsewhere it would slow the whole process down.
 */
if (process.platform === 'linux') setPriority(10)

export const hash = (password: string): string => hashSync(password, hashCost)

export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password)
