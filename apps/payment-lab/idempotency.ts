import { createHash } from 'node:crypto'
import type { LabClock } from './lab-clock.ts'
import { StripeFault } from './stripe-error.ts'

/** The stored response of a key. */
export interface StoredResponse {
  fingerprint: string
  status: number
  body: string
  requestId: string
  /** Milliseconds since 1970, lab time. */
  at: number
}

const keptForMs = 24 * 60 * 60 * 1000

/** The first responses by `Idempotency-Key`; they expire after 24 hours. */
export class IdempotencyKeys {
  #kept = new Map<string, StoredResponse>()
  readonly #clock: LabClock

  constructor(clock: LabClock) {
    this.#clock = clock
  }

  /** The response to replay; undefined for a new key. Different parameters with a known key are refused. */
  recall(key: string, fingerprint: string): StoredResponse | undefined {
    const kept = this.#kept.get(key)
    if (kept && this.#clock.millis() - kept.at >= keptForMs) {
      this.#kept.delete(key)
      return undefined
    }
    if (kept && kept.fingerprint !== fingerprint) {
      throw new StripeFault(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    return kept
  }

  keep(key: string, answer: Omit<StoredResponse, 'at'>): void {
    this.#kept.set(key, { ...answer, at: this.#clock.millis() })
  }

  clear(): void {
    this.#kept.clear()
  }

  save(): [string, StoredResponse][] {
    return [...this.#kept].filter(([, kept]) => this.#clock.millis() - kept.at < keptForMs)
  }

  load(kept: [string, StoredResponse][]): void {
    this.#kept = new Map(kept)
  }
}

/** A hash of method, path and parameters, independent of the order of parameters. */
export function fingerprintOf(method: string, path: string, parameters: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path} ${sorted(parameters)}`)
    .digest('base64url')
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${sorted(each)}`).join(',')}}`
}
