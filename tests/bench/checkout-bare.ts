import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Stripe from 'stripe'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { createPaymentLab, type PaymentLab } from '../../apps/payment-lab/lab.ts'
import { freePort } from '../support/free-port.ts'

/** A lab whose payments are made without a shop; its events go to a server that only reads them. */
export async function openLab(): Promise<{ pay(): Promise<void>; close(): Promise<void> }> {
  const receiver = createServer((req, res) => void req.resume().once('end', () => res.end())).listen(0)
  await once(receiver, 'listening')
  const { lab, url } = await startLab(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
  const { hostname, port } = new URL(url)
  const stripe = new Stripe(paymentLabKeys.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
  })
  return {
    pay: async () => {
      const { id } = await stripe.paymentIntents.create({ amount: 250_000, currency: 'usd' })
      await payAt(url, id)
      await stripe.paymentIntents.retrieve(id)
    },
    close: async () => {
      await lab.close()
      receiver.close()
      receiver.closeAllConnections()
    },
  }
}

/** The bare shop with a lab of its own, whose webhooks it receives. */
export async function openBareShop(
  databaseUrl: string,
): Promise<{ sell(): Promise<void>; close(): Promise<void> }> {
  const shop = `http://127.0.0.1:${await freePort()}`
  const { lab, url } = await startLab(`${shop}/webhook`)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'checkout-bare-child.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BARE_PORT: new URL(shop).port, BARE_DATABASE_URL: databaseUrl, BARE_LAB_URL: url },
  })
  await once(child.stdout, 'data')
  return {
    sell: async () => {
      const made = await fetch(`${shop}/intents`, { method: 'POST' })
      const { id } = (await made.json()) as { id: string }
      await payAt(url, id)
      const order = (await (await fetch(`${shop}/intents/${id}`)).json()) as { status: string }
      if (order.status !== 'completed') throw new Error(`The bare shop's order is ${order.status}`)
    },
    close: async () => {
      child.kill()
      await once(child, 'exit')
      await lab.close()
    },
  }
}

async function startLab(webhookUrl: string): Promise<{ lab: PaymentLab; url: string }> {
  const lab = createPaymentLab({ ...paymentLabKeys, seed: 'bench', now: () => new Date(), webhookUrl })
  return { lab, url: await lab.listen(0, '127.0.0.1') }
}

async function payAt(labUrl: string, intent: string): Promise<void> {
  await fetch(new URL(`/lab/objects/${intent}/pay`, labUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
}
