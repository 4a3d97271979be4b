import { randomBytes, randomUUID } from 'node:crypto'
import { timeOrderedId } from './time-ordered-id.ts'

/** Source of identifiers. Injected, so that seeded tests can reproduce them. */
export abstract class Ids {
  /** A random version 4 UUID (122 random bits). */
  abstract uuid(): string
  /** A version 7 UUID: ids made at the same time are neighbours in an index. */
  abstract timeOrdered(): string
  /** `bytes` random bytes, base64url without padding. */
  abstract token(bytes: number): string
}

export class RandomIds extends Ids {
  override uuid(): string {
    return randomUUID()
  }

  override timeOrdered(): string {
    return timeOrderedId()
  }

  override token(bytes: number): string {
    return randomBytes(bytes).toString('base64url')
  }
}
