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
 * An error response in Stripe's format. `executed` is whether the endpoint had started to execute:
 * only then an idempotency key stores the response, as Stripe documents.
 */
export class StripeFault extends Error {
  readonly status: number
  readonly fields: StripeErrorFields
  readonly executed: boolean
  /** The id of the object that does not exist. */
  readonly missing: string | undefined

  constructor(status: number, fields: StripeErrorFields, executed = false, missing?: string) {
    super(fields.message)
    this.name = 'StripeFault'
    this.status = status
    this.fields = fields.code
      ? { doc_url: `https://stripe.com/docs/error-codes/${fields.code.replaceAll('_', '-')}`, ...fields }
      : fields
    this.executed = executed
    this.missing = missing
  }
}

/** An invalid parameter, found before the request is executed. */
export function badParameter(code: string, param: string, message: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', code, param, message })
}

export function missingParameter(param: string): StripeFault {
  return badParameter('parameter_missing', param, `Missing required param: ${param}.`)
}

/** An object that does not exist: 404 where the address names it, and 400 where a parameter does. */
export function noSuch(kind: string, id: string, param = 'id'): StripeFault {
  const fields = { code: 'resource_missing', param, message: `No such ${kind}: '${id}'` }
  return new StripeFault(404, { type: 'invalid_request_error', ...fields }, false, id)
}

/** A valid request that is refused because of the object's state. */
export function refused(code: string, message: string, more: Record<string, unknown> = {}): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', code, message, ...more }, true)
}

/** A restricted key that lacks a right: `resource` as in paths (`payment_intents`), reading or writing. */
export function notPermitted(resource: string, writes: boolean): StripeFault {
  const right = `rak_${rightNames[resource] ?? resource.replace(/s$/, '')}_${writes ? 'write' : 'read'}`
  const message = `The provided key 'rk_test_****0000' does not have the required permissions for this endpoint on account 'acct_lab'. Having the '${right}' permission would allow this request to continue.`
  return new StripeFault(403, { type: 'invalid_request_error', message })
}

const rightNames: Record<string, string> = { balance_transactions: 'balance', refunds: 'charge' }

/** Stripe's errors for injected faults; any other status gives an `api_error`. */
const injectedErrors: Record<number, { type: string; code?: string; message: string }> = {
  400: { type: 'invalid_request_error', message: 'Invalid request. (Ordered from the payment lab.)' },
  401: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****dead' },
  402: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
  403: {
    type: 'invalid_request_error',
    message:
      "The provided key 'rk_test_****dead' does not have the required permissions for this endpoint. Having the 'rak_charge_write' permission would allow this request to continue.",
  },
  404: {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: "No such object: 'injectedErrors'",
  },
  409: {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this idempotency key.',
  },
  429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
}

/** The response of an injected fault. */
export function injectedResponse(fault: { status: number; code?: string | undefined }): {
  status: number
  body: string
} {
  const error = {
    ...(injectedErrors[fault.status] ?? {
      type: 'api_error',
      message: 'An unknown error occurred. (Ordered from the payment lab.)',
    }),
    ...(fault.code === undefined ? {} : { code: fault.code }),
  }
  return { status: fault.status, body: JSON.stringify({ error }) }
}
