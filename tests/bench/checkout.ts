import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { productId } from '../commerce/support/shop.ts'
import { openSite, type Site } from '../faults/support/site.ts'
import type { HttpClient } from '../support/http-client.ts'
import { openBareShop, openLab } from './checkout-bare.ts'
import { postmasterOf } from './durable-server.ts'
import { childrenProcessorMs, ProcessorTime, processorMs } from './processor-time.ts'
import { type BenchRow, besideLimit, median, rate } from './rounds.ts'

const milliseconds = Number(process.env.BENCH_SECONDS ?? 2) * 1000
const concurrency = 8
/** More than a round makes. */
const mostSales = milliseconds / 5
type Step = 'create-payment-intent' | 'pay at the lab' | 'return page, completed'

/**
 * A whole sale over HTTP, from an open session to an order that is completed, with its webhooks arriving beside it; against the lab
 * alone doing the same three steps. The server waits for the disk, as in production. Beside it is the least that a shop on
 * Express, `pg` and Stripe's library does for a sale (`checkout-bare-child.ts`) in the same rounds, and what would be left if the site's
 * process took no time at all: the cores then do what the load, the lab and PostgreSQL took in these rounds, without a pause.
 */
export async function benchCheckout(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'veralead-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, explicit: false, log: () => undefined })
  const site = await openSite({ superUrl: server.superUrl, env: { LOG_LEVEL: 'silent', ...profiled() } })
  const alone = await openLab()
  const bare = await openBareShop(server.superUrl)
  try {
    const spent: Record<Step, number[]> = {
      'create-payment-intent': [],
      'pay at the lab': [],
      'return page, completed': [],
    }
    const whole: number[] = []
    const buyers: HttpClient[] = []
    const sell = seller(
      site,
      (step, ms) => spent[step].push(ms),
      (ms) => whole.push(ms),
      buyers,
    )
    const postmaster = await postmasterOf(server.location)
    const processor = new ProcessorTime({
      'of the site': () => site.pids().reduce((sum, pid) => sum + processorMs(pid), 0),
      'of PostgreSQL': () => childrenProcessorMs(postmaster),
      'of the load and the lab': () => processorMs(process.pid),
    })
    const rates: number[] = []
    const aloneRates: number[] = []
    const bareWhole: number[] = []
    const rows = await besideLimit(
      {
        path: `checkout: create intent → completed, ${concurrency} concurrent`,
        against: 'the lab alone: create, pay, retrieve',
        bar: 0.3,
      },
      async () => {
        // The sessions are open before the round begins: storing them is no part of a sale.
        buyers.push(...(await site.customers(mostSales - buyers.length)))
        const sold = whole.length
        const perSecond = await processor.during(() => rate(sell, concurrency, milliseconds))
        processor.count(whole.length - sold)
        rates.push(perSecond)
        return perSecond
      },
      async () => {
        const perSecond = await rate(alone.pay, concurrency, milliseconds)
        aloneRates.push(perSecond)
        return perSecond
      },
      {
        path: 'a bare Express shop, two rows for a sale',
        run: () => rate(() => timed(bare.sell, bareWhole), concurrency, milliseconds),
      },
    )
    const steps = Object.entries(spent).map(([step, ms]) => `${step} ${at(ms, 0.5)} ms`)
    console.log(
      `checkout: ${at(rates, 0.5)} completed per second, p50 ${at(whole, 0.5)} ms, p99 ${at(whole, 0.99)} ms (the bare shop ${at(bareWhole, 0.5)} and ${at(bareWhole, 0.99)}); median of each step: ${steps.join(', ')}`,
    )
    console.log(`checkout, processor time in ms for a sale: ${processor.text()}`)
    const others = processor.of('of PostgreSQL') + processor.of('of the load and the lab')
    const most = (availableParallelism() * 1_000) / others / median(aloneRates)
    const path = 'its limit here: the same sales at a site that takes no processor time itself'
    return [...rows, { path, against: rows[0]!.against, ratio: most, spread: [most, most] }]
  } finally {
    await bare.close()
    await alone.close()
    await site.close()
    await server.stop()
    for (const path of [dataDir, server.location]) await rm(path, { recursive: true, force: true })
  }
}

/** Where BENCH_PROFILE names a folder, the site's process writes what its processor time went to there (`scripts/profile-table.ts` adds it up). */
function profiled(): Record<string, string> {
  const folder = process.env.BENCH_PROFILE
  return folder === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }
}

/** @param buyers who are signed in already; when none is left, one is stored with the sale */
export function seller(
  site: Site,
  spent: (step: Step, ms: number) => void,
  done: (ms: number) => void,
  buyers: HttpClient[] = [],
) {
  return async (): Promise<void> => {
    const http = buyers.pop() ?? (await site.customer())
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

async function timed(work: () => Promise<void>, times: number[]): Promise<void> {
  const started = performance.now()
  await work()
  times.push(performance.now() - started)
}

/** A quantile, with one decimal. */
function at(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}
