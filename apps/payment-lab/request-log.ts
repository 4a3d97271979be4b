import type { RequestFault } from './chaos.ts'
import type { LabClock } from './lab-clock.ts'
import type { FormValue } from './parameters.ts'

/** One request, by HTTP or in the process. */
export interface ApiCall {
  method: string
  path: string
  /** The parameters of the query or the form. */
  input: Record<string, FormValue> | undefined
  /** A header by its lower-case name. */
  header: (name: string) => string | undefined
}

export interface LoggedRequest {
  at: string
  method: string
  path: string
  idempotencyKey?: string
  /** The parameters; card numbers are cut to their last four digits. */
  parameters: unknown
  /** Null when the connection was cut before an answer existed. */
  status: number | null
  fault?: string
  replayed?: true
}

const maxEntries = 1000

/** The last requests to the API, for people and tests. */
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
    if (this.entries.length > maxEntries) this.entries.shift()
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
