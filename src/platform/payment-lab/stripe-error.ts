/** The members of Stripe's `error` object that the lab uses. */
export interface StripeErrorFields {
  type: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  [more: string]: unknown
}

/**
 * An answer that is not 2xx, in Stripe's shape. `executed` says whether the endpoint had begun to
 * work: only then does an idempotency key remember the answer, as Stripe documents.
 */
export class StripeFault extends Error {
  readonly status: number
  readonly fields: StripeErrorFields
  readonly executed: boolean

  constructor(status: number, fields: StripeErrorFields, executed = false) {
    super(fields.message)
    this.name = 'StripeFault'
    this.status = status
    this.fields = fields.code
      ? { doc_url: `https://stripe.com/docs/error-codes/${fields.code.replaceAll('_', '-')}`, ...fields }
      : fields
    this.executed = executed
  }
}

/** A parameter that is wrong before anything was done. */
export function badParameter(code: string, param: string, message: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', code, param, message })
}

export function missingParameter(param: string): StripeFault {
  return badParameter('parameter_missing', param, `Missing required param: ${param}.`)
}

export function noSuch(kind: string, id: string, param = 'id'): StripeFault {
  const fields = { code: 'resource_missing', param, message: `No such ${kind}: '${id}'` }
  return new StripeFault(404, { type: 'invalid_request_error', ...fields })
}

/** A request that is well formed and refused because of the state of the object. */
export function refused(code: string, message: string, more: Record<string, unknown> = {}): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', code, message, ...more }, true)
}
