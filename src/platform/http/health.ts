import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import { withTimeout } from '../kernel/with-timeout.ts'

export interface ReadinessCheck {
  /** Such as `database` and `migrations`. */
  name: string
  /** Rejects when the process cannot work now. */
  check(): Promise<void>
}

export interface HealthOptions {
  checks: readonly ReadinessCheck[]
  /** True once the process has received the signal to stop. */
  stopping: () => boolean
  /** The exposition text of Prometheus and its content type. */
  metrics: () => Promise<{ contentType: string; text: string }>
  /** The bearer token that /metrics demands. */
  metricsToken: string | undefined
  /** Without a token, /metrics is open outside production only. */
  production: boolean
}

/** Milliseconds after which a check without a result has failed. */
const checkTimeout = 2_000
/** Milliseconds for which the result of one round of checks is used for all requests. */
const sharedMs = 250

/** `GET /healthz` (the process lives), `/readyz` (it can work), `/metrics`. */
export function healthRoutes(options: HealthOptions): Router {
  const router = express.Router()

  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })

  const look = () => Promise.all(options.checks.map(async (each) => [each.name, await isWell(each)] as const))
  let looked: { at: number; results: ReturnType<typeof look> } | undefined
  // However many requests come, the database is checked at most four times a second.
  const latest = () => {
    if (looked === undefined || performance.now() - looked.at > sharedMs)
      looked = { at: performance.now(), results: look() }
    return looked.results
  }

  router.get('/readyz', async (_req, res) => {
    const results = await latest()
    const ready = !options.stopping() && results.every(([, well]) => well)
    const checks = Object.fromEntries(results.map(([name, well]) => [name, well ? 'ok' : 'failed']))
    if (!ready) res.set('Retry-After', '5')
    res.set('Cache-Control', 'no-store').status(ready ? 200 : 503)
    res.json({ status: ready ? 'ready' : options.stopping() ? 'stopping' : 'not ready', checks })
  })

  router.get('/metrics', async (req: Request, res: Response) => {
    res.set('Cache-Control', 'no-store')
    if (!mayRead(req, options)) {
      res.status(401).set('WWW-Authenticate', 'Bearer').type('text/plain').send('A bearer token is needed.\n')
      return
    }
    const { contentType, text } = await options.metrics()
    res.set('Content-Type', contentType).send(text)
  })
  return router
}

async function isWell({ check }: ReadinessCheck): Promise<boolean> {
  const answered = Promise.resolve()
    .then(check)
    .then(
      () => true,
      () => false,
    )
  return withTimeout(answered, checkTimeout, () => false)
}

function mayRead(req: Request, { metricsToken, production }: HealthOptions): boolean {
  if (metricsToken === undefined) return !production
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(req.get('authorization') ?? ''), digest(`Bearer ${metricsToken}`))
}
