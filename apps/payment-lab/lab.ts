import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type Stripe from 'stripe'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import type { Account } from './api-route.ts'
import { browserRoutes } from './browser-routes.ts'
import { controlRoutes } from './control-routes.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { InProcessClient } from './in-process-client.ts'
import { LabClock } from './lab-clock.ts'
import { LabState } from './lab-state.ts'
import { openAccount } from './open-account.ts'
import type { LabAddresses, PaymentLabOptions } from './options.ts'
import { pageRoutes } from './page-routes.ts'
import { RequestLog } from './request-log.ts'
import { payoutControls } from './routes-payouts.ts'
import { Scheduler } from './scheduler.ts'
import { StateFile } from './state-file.ts'
import { StripeApi } from './stripe-api.ts'
import { StripeFault } from './stripe-error.ts'
import { viesRoutes } from './vies.ts'

/** A running replacement for Stripe. */
export interface PaymentLab {
  /** Reads the saved state and listens; returns the URL without a trailing slash. */
  listen(port?: number, host?: string): Promise<string>
  /** An HTTP client for Stripe's SDK in the lab's own process, without a network. */
  readonly client: NonNullable<Stripe.StripeConfig['httpClient']>
  /** Sets the URL for webhooks and the origin for browsers, once they are known. */
  connect(addresses: LabAddresses): void
  /** Runs all due tasks, sends the resulting webhooks, and returns when nothing is due. */
  runDue(): Promise<void>
  /** Stops listening and sending, and saves the state. */
  close(): Promise<void>
}

/** Builds a lab; it is inactive before `listen`. */
export function createPaymentLab(options: PaymentLabOptions): PaymentLab {
  const seed = options.seed ?? randomUUID()
  const clock = new LabClock(options.now)
  const addresses = { publicUrl: options.publicUrl, own: '' }
  const account: Account = openAccount({
    seed,
    clock,
    endpoint: {
      url: options.webhookUrl,
      secret: options.webhookSecret ?? paymentLabKeys.webhookSecret,
      ...(options.webhookEvents === undefined ? {} : { events: options.webhookEvents }),
      mayTakeLong: options.stepped === true,
    },
    pauses: { settle: 10_000, dispute: 10_000, refund: 10_000, ...options.pauses },
    publicUrl: () => addresses.publicUrl ?? addresses.own,
  })
  const idempotency = new IdempotencyKeys(clock)
  const requests = new RequestLog(clock)
  const state = new LabState({ seed, account, idempotency, requests })
  const report = (error: unknown): void => {
    options.log?.('payment lab failed', { error: error instanceof Error ? error.stack : String(error) })
  }
  const file = new StateFile(options.stateFile, () => state.save(), report)
  const scheduleSave = (): void => {
    if (!options.stepped) file.scheduleSave()
  }
  const scheduler = new Scheduler(account, scheduleSave, report)
  const api = new StripeApi(account, options, idempotency, requests, report)
  const connect: PaymentLab['connect'] = ({ webhookUrl, webhookSecret, publicUrl }) => {
    if (webhookUrl !== undefined) account.deliveries.endpoint.url = webhookUrl
    if (webhookSecret !== undefined) account.deliveries.endpoint.secret = webhookSecret
    if (publicUrl !== undefined) addresses.publicUrl = publicUrl.replace(/\/+$/, '')
  }

  const changed = (): void => {
    scheduleSave()
    scheduler.wake()
  }

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'extended')
  app.use(express.urlencoded({ extended: true, limit: '1mb' }), express.json({ limit: '1mb' }))
  app.use((request, response, next) => {
    if (request.method !== 'GET') {
      response.once('close', changed)
    }
    next()
  })
  app.use('/lab', payoutControls(account))
  app.use('/vies', viesRoutes())
  app.use('/lab', browserRoutes(), pageRoutes(account), controlRoutes({ account, state, scheduler, connect }))
  app.use((request, response, next) => void api.answer(request, response).catch(next))
  app.use(((error, _request, response, _next) => {
    const fault = error instanceof StripeFault ? error : undefined
    if (!fault && !isBadBody(error)) report(error)
    const message = error instanceof Error ? error.message : String(error)
    const fields = fault?.fields ?? { type: 'invalid_request_error', message }
    response.status(fault?.status ?? (isBadBody(error) ? 400 : 500)).json({ error: fields })
  }) satisfies express.ErrorRequestHandler)
  // Without keep-alive timeouts: closing an idle connection would fail a call, depending on timing.
  const server = createServer(options.stepped ? { keepAliveTimeout: 0 } : {}, app)
  const client = new InProcessClient(api, app.get('query parser fn'), changed)

  return {
    async listen(port = 0, host = '127.0.0.1') {
      state.load(await file.read())
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, resolve)
      })
      const address = server.address() as AddressInfo
      addresses.own = `http://${host === '0.0.0.0' ? 'localhost' : host}:${address.port}`
      if (!options.stepped) scheduler.start()
      return addresses.own
    },
    client,
    connect,
    runDue: () => scheduler.runDue(),
    async close() {
      await scheduler.stop()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await file.close()
    },
  }
}

function isBadBody(error: unknown): boolean {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500
}
