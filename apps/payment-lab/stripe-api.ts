import { Buffer } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, Response } from 'express'
import type { Account, ApiRoute } from './api-route.ts'
import type { RequestFault } from './chaos.ts'
import { apiVersion } from './event-recorder.ts'
import { expand } from './expanding.ts'
import { fingerprintOf, type IdempotencyKeys } from './idempotency.ts'
import { Parameters } from './parameters.ts'
import type { ApiCall, RequestLog } from './request-log.ts'
import { catalogueRoutes } from './routes-catalogue.ts'
import { moneyRoutes } from './routes-money.ts'
import { paymentRoutes } from './routes-payments.ts'
import { payoutRoutes } from './routes-payouts.ts'
import { transferRoutes } from './routes-transfers.ts'
import { badParameter, injectedResponse, notPermitted, StripeFault } from './stripe-error.ts'

interface Answer {
  status: number
  body: string
  requestId: string
  /** The id of the original request, for a replayed response. */
  original?: string
}

/** All routes of the API; other requests get Stripe's 404. */
export const apiRoutes: readonly ApiRoute[] = [
  ...paymentRoutes,
  ...moneyRoutes,
  ...payoutRoutes,
  ...transferRoutes,
  ...catalogueRoutes,
]

const compiled = apiRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:(id|child)/g, '([^/]+)')}$`),
}))

/** Answers requests as api.stripe.com does: keys, idempotency, errors, expansion; and injects faults. */
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

  /** Executes one request and sends its response, or an injected fault. */
  async answer(request: Request, response: Response): Promise<void> {
    const answer = await this.call({
      method: request.method,
      path: request.path.replace(/^\/lab(?=\/)/, ''),
      input: request.method === 'GET' ? (request.query as ApiCall['input']) : request.body,
      header: (name) => request.get(name),
    })
    if (answer === null) response.destroy()
    else response.status(answer.status).set(answer.headers).type('application/json').send(answer.body)
  }

  /** Executes one request for a caller in the same process; null if the connection is cut. */
  async call(
    request: ApiCall,
  ): Promise<{ status: number; headers: Record<string, string>; body: string } | null> {
    const fault = this.#account.chaos.forRequest(request.method, request.path)
    const entry = this.#log.begin(request, fault)
    if (fault?.fault === 'delay' && fault.when === 'before') await sleep(fault.ms)
    if (fault?.fault === 'cut' && fault.when === 'before') return null
    if (fault?.fault === 'answer' && fault.when === 'before') {
      entry.status = fault.status
      return shown({ ...injectedResponse(fault), requestId: this.#newRequestId() })
    }
    const answer = this.#execute(request, fault)
    entry.status = answer.status
    if (answer.original) entry.replayed = true
    if (fault?.fault === 'cut') return null
    if (fault?.fault === 'delay' && fault.when === 'after') await sleep(fault.ms)
    return shown(answer, request.header('idempotency-key'))
  }

  #execute({ method, path, input, header }: ApiCall, fault: RequestFault | undefined): Answer {
    const requestId = this.#newRequestId()
    const key = method === 'POST' ? header('idempotency-key') : undefined
    const fingerprint = key ? fingerprintOf(method, path, input ?? {}) : ''
    const before = { ...this.#account.events.cause }
    let executed = false
    let result: { status: number; body: string }
    try {
      const publishable = this.#authenticate(header('authorization'))
      if ((key?.length ?? 0) > 255)
        throw badParameter('', 'Idempotency-Key', 'Idempotency keys can have up to 255 characters.')
      const version = header('stripe-version')
      if (version !== undefined && version.slice(0, 10) > apiVersion.slice(0, 10))
        throw badParameter('', 'Stripe-Version', `Invalid Stripe API version: ${version}`)
      const { route, id, child } = find(method, path)
      if (publishable && !route.publishable) {
        throw unauthorized(
          'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
          'secret_key_required',
        )
      }
      const resource = path.split('/')[2] ?? ''
      if (!publishable && this.#account.withheld.has(resource)) throw notPermitted(resource, method !== 'GET')
      const kept = key ? this.#idempotency.recall(key, fingerprint) : undefined
      if (kept) return { status: kept.status, body: kept.body, requestId, original: kept.requestId }
      this.#account.events.cause = { requestId, idempotencyKey: key ?? null }
      const parameters = new Parameters(input ?? {})
      const object = route.run(this.#account, { id, child, path, input: parameters, publishable })
      executed = true
      const full = expand(object, parameters.texts('expand'), this.#account.records)
      result = { status: 200, body: JSON.stringify(full, null, 2) }
    } catch (error) {
      const known = error instanceof StripeFault ? error : undefined
      if (!known) this.#report(error)
      executed = executed || (known?.executed ?? true)
      result = known ? bodyOf(known, requestId, path) : injectedResponse({ status: 500 })
    } finally {
      this.#account.events.cause = before
    }
    if (executed && fault?.fault === 'answer') result = injectedResponse(fault)
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
}

const shown = ({ status, body, requestId, original }: Answer, key?: string) => ({
  status,
  headers: {
    'request-id': requestId,
    'stripe-version': apiVersion,
    'cache-control': 'no-store',
    ...(key ? { 'idempotency-key': key } : {}),
    ...(original ? { 'idempotent-replayed': 'true', 'original-request': original } : {}),
  },
  body,
})

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

function bodyOf(fault: StripeFault, requestId: string, path: string): { status: number; body: string } {
  const { missing } = fault
  const isParameter = missing !== undefined && !path.split('/').map(decodeURIComponent).includes(missing)
  const fields: Record<string, unknown> = { ...fault.fields }
  if (fields.code === '') delete fields.code
  fields.request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`
  return { status: isParameter ? 400 : fault.status, body: JSON.stringify({ error: fields }, null, 2) }
}
