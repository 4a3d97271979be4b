import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { newOrder } from '../../src/modules/commerce/domain/order.ts'
import { OrderSignatures } from '../../src/modules/commerce/payments/stripe/order-signatures.ts'
import { DerivedKeys } from '../../src/platform/kernel/derived-keys.ts'
import { paymentLabKeys } from '../../src/platform/kernel/payment-lab-keys.ts'
import { placedAs } from '../commerce/support/placed.ts'
import { HttpClient } from '../support/http-client.ts'
import type { SpawnedApp } from '../support/spawn-app.ts'
import { tab } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { mailedCode, newPerson, site } from './person.ts'

/** A person who has signed up and paid, without a browser: finance works with what others did. */
export async function paidOrder(
  base = site(),
  metadata: object = {},
): Promise<{ id: string; shortId: string; email: string; intentId: string }> {
  const person = newPerson()
  const http = new HttpClient(base)
  const { email, password } = person
  await http.post('/api/auth/user/register', { firstName: 'Grace', lastName: 'Hopper', email, password })
  const otpCode = await mailedCode(email, base)
  const verified = await http.post('/api/auth/verify-otp', { email, otpCode })
  expect(verified.status, verified.text).toBeLessThan(300)
  const products = await http.get('/api/products/type/certification_program')
  const started = await http.post('/api/checkout/create-payment-intent', {
    items: [{ productId: products.body.products[0].id, quantity: 1 }],
    metadata: {
      source: 'embedded_payment_page',
      userEmail: email,
      productType: 'certification_program',
      ...metadata,
    },
  })
  expect(started.status, started.text).toBe(200)
  const { order, paymentIntent } = started.body
  const paid = await fetch(`${base}/lab/v1/payment_intents/${paymentIntent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${started.body.publishableKey}` },
    body: new URLSearchParams({
      client_secret: paymentIntent.clientSecret,
      payment_method: 'pm_card_visa',
      return_url: `${base}/checkout/success`,
    }),
  })
  expect(paid.status, await paid.text()).toBe(200)
  await http.get(`/api/checkout/verify-payment-intent/${paymentIntent.id}`)
  await expect
    .poll(async () => (await http.get(`/api/orders/${order.id}`)).body.order.invoiceNumber)
    .toMatch(/^INV-\d{6}$/)
  return { id: order.id, shortId: order.id.slice(-8).toUpperCase(), email, intentId: paymentIntent.id }
}

/** A payment that this site asked for, of an order that is not in its database: as after an older backup. */
export async function lostOrder(app: SpawnedApp): Promise<{ id: string; shortId: string; intentId: string }> {
  const id = crypto.randomUUID()
  const { body } = await new HttpClient(app.url).get('/api/products/type/certification_program')
  const secret = (await readFile(join(app.dataDir, 'session-secret'), 'utf8')).trim()
  const metadata = new OrderSignatures(new DerivedKeys(secret)).metadataOf({
    ...newOrder(id),
    placed: placedAs({ buyerId: crypto.randomUUID(), productId: body.products[0].id }),
  })
  const made = await fetch(`${app.url}/lab/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${paymentLabKeys.secretKey}` },
    body: new URLSearchParams({
      amount: '250000',
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      return_url: app.url,
      ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value])),
    }),
  })
  const intent = (await made.json()) as { id: string; status: string }
  expect(intent.status, JSON.stringify(intent)).toBe('succeeded')
  return { id, shortId: id.slice(-8).toUpperCase(), intentId: intent.id }
}

export async function signInAsStaff(
  page: Page,
  who: { username: string; password: string },
  base = site(),
): Promise<void> {
  await page.goto(`${base}/admin`)
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.keyboard.press('Enter')
  await tab(page, 'Orders')
}

/** Opens one view of finance; pressed where it is open, the tab would lead to its beginning. */
export async function showFinance(page: Page, view: string): Promise<void> {
  const wanted = page.getByRole('tab', { name: view, exact: true, selected: true })
  if (!(await wanted.isVisible())) await tab(page, view)
}

/** In both schemes: contrast differs. */
export async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${what}, ${colorScheme}`, { contrastOnly: colorScheme === 'dark' })
  }
}

const cli = join(import.meta.dirname, '../../src/server/cli/staff-create.ts')

/** A further member of staff, made as the operator makes one. */
export function createStaff(
  app: SpawnedApp,
  who: { username: string; password: string; role: 'finance' | 'viewer' },
): Promise<void> {
  const args = [cli, '--username', who.username, '--role', who.role, '--password-stdin']
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: app.dataDir,
    PORT: String(app.port),
  }
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, args, { env }, (error, out, complaint) =>
      error ? reject(new Error(`${out}\n${complaint}`)) : resolve(),
    )
    child.stdin?.end(who.password)
  })
}

/** The seller's bank account, by whichever journey comes first: settings are stored under the revision that was read. */
export async function setBankAccount(page: Page, iban: string): Promise<void> {
  await expect(async () => {
    const { sections } = await (await page.request.get(site('/api/settings'))).json()
    const { values, revision } = sections.find(({ key }: { key: string }) => key === 'bank-account')
    if (values.iban === iban) return
    const data = { values: { ...values, iban }, revision }
    expect((await page.request.put(site('/api/settings/bank-account'), { data })).ok()).toBe(true)
  }).toPass()
}
