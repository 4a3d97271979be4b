import { hashSync, verifySync } from '@node-rs/argon2'
import { lowerPriority } from '#platform/kernel/low-priority.ts'
import { hashCost } from '../domain/hash-cost.ts'

// Run by each thread of `HashThreads`. When the cores are busy, requests are served first and logins wait.
lowerPriority()

export const hash = (password: string): string => hashSync(password, hashCost)

export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password)
