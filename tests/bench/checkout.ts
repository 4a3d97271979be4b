import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { createPaymentLab } from '../../apps/payment-lab/lab.ts'
import { productId } from '../commerce/support/shop.ts'
import { openSite, type Site } from '../faults/support/site.ts'
import { type BenchRow, interleaved, rate } from './rounds.ts'

const milliseconds = Number(process.env.BENCH_SECONDS ?? 2) * 1000
const concurrency = 8
type Step = 'create-payment-intent' | 'pay at the lab' | 'return page, completed'

/**
 * A whole sale over HTTP, from an open session to an order that is completed, with its webhooks arriving beside it;
 * against the lab alone doing the same three steps. The server waits for the disk, as in production.
 */
export async function benchCheckout(): Promise<BenchRow> {
  const dataDir = await mkdtemp(join(tmpdir(), 'veralead-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, explicit: false, log: () => undefined })
  const site = await openSite({ superUrl: server.superUrl, env: { LOG_LEVEL: 'silent' } })
  // One of its own, whose events go to a bare server: those of payments that are not the site's would take the site's time.
  const receiver = createServer((req, res) => void req.resume().once('end', () => res.end())).listen(0)
  await once(receiver, 'listening')
  const lab = createPaymentLab({
    ...paymentLabKeys,
    seed: 'bench',
    now: () => new Date(),
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  })
  const labUrl = await lab.listen(0, '127.0.0.1')
  try {
    const spent: Record<Step, number[]> = {
      'create-payment-intent': [],
      'pay at the lab': [],
      'return page, completed': [],
    }
    const whole: number[] = []
    const sell = seller(
      site,
      (step, ms) => spent[step].push(ms),
      (ms) => whole.push(ms),
    )
    const rates: number[] = []
    const row = await interleaved(
      {
        path: `checkout: create intent → completed, ${concurrency} concurrent`,
        against: 'the lab alone: create, pay, retrieve',
        bar: 0.1,
      },
      async () => {
        const perSecond = await rate(sell, concurrency, milliseconds)
        rates.push(perSecond)
        return perSecond
      },
      () => rate(payBare(labUrl), concurrency, milliseconds),
    )
    const steps = Object.entries(spent).map(([step, ms]) => `${step} ${at(ms, 0.5)} ms`)
    console.log(
      `checkout: ${at(rates, 0.5)} completed per second, p50 ${at(whole, 0.5)} ms, p99 ${at(whole, 0.99)} ms; median of each step: ${steps.join(', ')}`,
    )
    return row
  } finally {
    await lab.close()
    receiver.close()
    receiver.closeAllConnections()
    await site.close()
    await server.stop()
    for (const path of [dataDir, server.location]) await rm(path, { recursive: true, force: true })
  }
}

export function seller(site: Site, spent: (step: Step, ms: number) => void, done: (ms: number) => void) {
  return async (): Promise<void> => {
    const http = await site.customer()
    const started = performance.now()
    const made = await http.post('/api/checkout/create-payment-intent', {
      items: [{ productId, quantity: 1 }],
      metadata: { source: 'embedded_payment_page' },
    })
    if (made.status !== 200) throw new Error(`The checkout answered ${made.status}: ${made.text}`)
    const { id } = made.body.paymentIntent
    const prepared = performance.now()
    await site.lab(`/lab/objects/${id}/pay`, {})
    const paid = performance.now()
    // As the return page asks: again while the payment is not seen yet, which only a machine that is busy shows.
    let seen = await http.get(`/api/checkout/verify-payment-intent/${id}`)
    for (let again = 0; seen.body?.order?.status === 'pending' && again < 20; again += 1) {
      await pause(500)
      seen = await http.get(`/api/checkout/verify-payment-intent/${id}`)
    }
    if (seen.body?.order?.status !== 'completed') throw new Error(`Not completed: ${seen.text}`)
    const ended = performance.now()
    spent('create-payment-intent', prepared - started)
    spent('pay at the lab', paid - prepared)
    spent('return page, completed', ended - paid)
    done(ended - started)
  }
}

function payBare(labUrl: string): () => Promise<void> {
  const { hostname, port } = new URL(labUrl)
  const stripe = new Stripe(paymentLabKeys.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
  })
  return async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 250_000, currency: 'usd' })
    await fetch(new URL(`/lab/objects/${id}/pay`, labUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await stripe.paymentIntents.retrieve(id)
  }
}

/** A quantile, with one decimal. */
function at(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}
