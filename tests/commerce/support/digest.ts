import { createHash } from 'node:crypto'
import type { Digest } from '../../../src/modules/commerce/domain/facts.ts'

export const digest: Digest = (parts) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
