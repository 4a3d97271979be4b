import type { RequestFault } from './chaos.ts'
import type { LabClock } from './lab-clock.ts'
import type { FormValue } from './parameters.ts'

/** One request, however it came. */
export interface ApiCall {
  method: string
  path: string
  /** Of the query, or of the form. */
  input: Record<string, FormValue> | undefined
  /** By its name in small letters. */
  header: (name: string) => string | undefined
}

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

  begin({ method, path, input, header }: ApiCall, fault: RequestFault | undefined): LoggedRequest {
    const key = header('idempotency-key')
    const entry: LoggedRequest = {
      at: new Date(this.#clock.millis()).toISOString(),
      method,
      path,
      ...(key ? { idempotencyKey: key } : {}),
      parameters: shortened(input),
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
