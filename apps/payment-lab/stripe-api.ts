import { Buffer } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, Response } from 'express'
import type { Account, ApiRoute } from './api-route.ts'
import type { RequestFault } from './chaos.ts'
import { apiVersion } from './event-book.ts'
import { expand } from './expanding.ts'
import { fingerprintOf, type IdempotencyKeys } from './idempotency.ts'
import { type FormValue, Parameters } from './parameters.ts'
import type { RequestLog } from './request-log.ts'
import { catalogueRoutes } from './routes-catalogue.ts'
import { moneyRoutes } from './routes-money.ts'
import { paymentRoutes } from './routes-payments.ts'
import { transferRoutes } from './routes-transfers.ts'
import { notPermitted, StripeFault, troubled } from './stripe-error.ts'

interface Answer {
  status: number
  body: string
  requestId: string
  /** Set when an idempotency key answered: the request that was executed then. */
  original?: string
}

/** Every route of the API that the lab knows; anything else answers Stripe's 404. */
export const apiRoutes: readonly ApiRoute[] = [
  ...paymentRoutes,
  ...moneyRoutes,
  ...transferRoutes,
  ...catalogueRoutes,
]

const compiled = apiRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:(id|child)/g, '([^/]+)')}$`),
}))

/** Answers requests as api.stripe.com does: keys, idempotency, errors, expansion, and trouble on demand. */
export class StripeApi {
  readonly #account: Account
  readonly #keys: { secretKey: string; publishableKey: string }
  readonly #idempotency: IdempotencyKeys
  readonly #log: RequestLog
  readonly #report: (error: unknown) => void

  constructor(
    account: Account,
    keys: { secretKey: string; publishableKey: string },
    idempotency: IdempotencyKeys,
    log: RequestLog,
    report: (error: unknown) => void,
  ) {
    this.#account = account
    this.#keys = keys
    this.#idempotency = idempotency
    this.#log = log
    this.#report = report
  }

  /** Executes one request and answers it, unless trouble was ordered. */
  async answer(request: Request, response: Response): Promise<void> {
    const path = request.path.replace(/^\/lab(?=\/)/, '')
    const fault = this.#account.chaos.forRequest(request.method, path)
    const entry = this.#log.begin(request, path, fault)
    if (fault?.fault === 'delay' && fault.when === 'before') await sleep(fault.ms)
    if (fault?.fault === 'cut' && fault.when === 'before') {
      response.destroy()
      return
    }
    if (fault?.fault === 'answer' && fault.when === 'before') {
      entry.status = fault.status
      this.#send(response, { ...troubled(fault), requestId: this.#newRequestId() })
      return
    }
    const answer = this.#execute(request, path, fault)
    entry.status = answer.status
    if (answer.original) entry.replayed = true
    if (fault?.fault === 'cut') {
      response.destroy()
      return
    }
    if (fault?.fault === 'delay' && fault.when === 'after') await sleep(fault.ms)
    this.#send(response, answer, header(request, 'idempotency-key'))
  }

  #execute(request: Request, path: string, fault: RequestFault | undefined): Answer {
    const requestId = this.#newRequestId()
    const input = (request.method === 'GET' ? request.query : request.body) as
      | Record<string, FormValue>
      | undefined
    const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined
    const fingerprint = key ? fingerprintOf(request.method, path, input ?? {}) : ''
    const before = { ...this.#account.events.cause }
    let executed = false
    let result: { status: number; body: string }
    try {
      const publishable = this.#authenticate(header(request, 'authorization'))
      const { route, id, child } = find(request.method, path)
      if (publishable && !route.publishable) {
        throw unauthorized(
          'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
          'secret_key_required',
        )
      }
      const resource = path.split('/')[2] ?? ''
      if (!publishable && this.#account.withheld.has(resource))
        throw notPermitted(resource, request.method !== 'GET')
      const kept = key ? this.#idempotency.recall(key, fingerprint) : undefined
      if (kept) return { status: kept.status, body: kept.body, requestId, original: kept.requestId }
      this.#account.events.cause = { requestId, idempotencyKey: key ?? null }
      const parameters = new Parameters(input ?? {})
      const object = route.run(this.#account, { id, child, path, input: parameters, publishable })
      executed = true
      const shown = expand(object, parameters.texts('expand'), this.#account.records)
      result = { status: 200, body: JSON.stringify(shown, null, 2) }
    } catch (error) {
      const known = error instanceof StripeFault ? error : undefined
      if (!known) this.#report(error)
      executed = executed || (known?.executed ?? true)
      result = known ? bodyOf(known, requestId) : troubled({ status: 500 })
    } finally {
      this.#account.events.cause = before
    }
    if (executed && fault?.fault === 'answer') result = troubled(fault)
    if (key && executed) this.#idempotency.keep(key, { fingerprint, requestId, ...result })
    return { ...result, requestId }
  }

  /** True for the publishable key, false for the secret one; anything else is refused. */
  #authenticate(authorization: string | undefined): boolean {
    const [scheme = '', token = ''] = (authorization ?? '').split(' ')
    const key =
      scheme.toLowerCase() === 'basic' ? Buffer.from(token, 'base64').toString().split(':')[0] : token
    if (!key) {
      throw unauthorized(
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      )
    }
    if (key === this.#keys.secretKey) return false
    if (key === this.#keys.publishableKey) return true
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`)
  }

  #newRequestId(): string {
    return this.#account.records.newId('req_', 14)
  }

  #send(response: Response, answer: Answer, key?: string): void {
    response.status(answer.status)
    response.set({
      'request-id': answer.requestId,
      'stripe-version': apiVersion,
      'cache-control': 'no-store',
    })
    if (key) response.set('idempotency-key', key)
    if (answer.original) response.set({ 'idempotent-replayed': 'true', 'original-request': answer.original })
    response.type('application/json').send(answer.body)
  }
}

function find(method: string, path: string): { route: ApiRoute; id: string; child: string } {
  for (const { route, pattern } of compiled) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match) {
      const [id, child] = [match[1] ?? '', match[2] ?? ''].map(decodeURIComponent) as [string, string]
      return { route, id, child }
    }
  }
  throw new StripeFault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })
}

function unauthorized(message: string, code?: string): StripeFault {
  return new StripeFault(401, { type: 'invalid_request_error', message, ...(code ? { code } : {}) })
}

function bodyOf(fault: StripeFault, requestId: string): { status: number; body: string } {
  const fields: Record<string, unknown> = { ...fault.fields }
  if (fields.code === '') delete fields.code
  fields.request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`
  return { status: fault.status, body: JSON.stringify({ error: fields }, null, 2) }
}

function header(request: Request, name: string): string | undefined {
  return request.get(name)
}
