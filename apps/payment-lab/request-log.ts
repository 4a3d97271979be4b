import type { Request } from 'express'
import type { RequestFault } from './chaos.ts'
import type { LabClock } from './lab-clock.ts'

export interface LoggedRequest {
  at: string
  method: string
  path: string
  idempotencyKey?: string
  /** Parameters as sent; card numbers are shortened to their last four digits. */
  parameters: unknown
  /** Null when the connection was cut before an answer existed. */
  status: number | null
  fault?: string
  replayed?: true
}

const kept = 1000

/** The last requests to the API, for people and tests that want to know what was asked. */
export class RequestLog {
  entries: LoggedRequest[] = []
  readonly #clock: LabClock

  constructor(clock: LabClock) {
    this.#clock = clock
  }

  begin(request: Request, path: string, fault: RequestFault | undefined): LoggedRequest {
    const key = request.get('idempotency-key')
    const entry: LoggedRequest = {
      at: new Date(this.#clock.millis()).toISOString(),
      method: request.method,
      path,
      ...(key ? { idempotencyKey: key } : {}),
      parameters: shortened(request.method === 'GET' ? request.query : request.body),
      status: null,
      ...(fault ? { fault: fault.fault === 'delay' ? 'delay' : `${fault.fault} ${fault.when}` } : {}),
    }
    this.entries.push(entry)
    if (this.entries.length > kept) this.entries.shift()
    return entry
  }
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(shortened)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === 'cvc') return [name, '***']
      const secret = name === 'number' || name === 'account_number'
      return [name, secret ? `…${String(each).slice(-4)}` : shortened(each)]
    }),
  )
}
