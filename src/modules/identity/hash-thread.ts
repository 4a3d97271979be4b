import { hashSync, verifySync } from '@node-rs/argon2'
import { takeIdlePriority } from '#platform/kernel/idle-priority.ts'
import { hashCost } from './domain/hash-cost.ts'

// What runs in each thread of `HashThreads`. When the cores are short, the site is served first and logins wait.
takeIdlePriority()

export const hash = (password: string): string => hashSync(password, hashCost)

export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password)
