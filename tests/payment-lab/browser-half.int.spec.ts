import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import express from 'express'
import { type Browser, chromium, type Page } from 'playwright'
import type Stripe from 'stripe'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { labProxy } from '#platform/http/dev-proxy.ts'
import { findBrowser } from '../support/browser.ts'
import { type LabUnderTest, startLab } from './lab-under-test.ts'

// The policy of the product's pages, without any host of Stripe's.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'"

let folder: string
let under: LabUnderTest
let server: Server
let origin: string
let browser: Browser
let page: Page
let trouble: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-lab-page-'))
  const root = fileURLToPath(new URL('./page/', import.meta.url))
  await build({ root, logLevel: 'error', configFile: false, build: { outDir: folder, emptyOutDir: true } })
  under = await startLab()
  const app = express()
  app.use((_request, response, next) => {
    response.set('content-security-policy', policy)
    next()
  })
  app.use(
    labProxy(() => under.url),
    express.static(folder),
  )
  app.get('/done', (_request, response) => void response.send('<!doctype html><title>Done</title>'))
  server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  under.lab.connect({ publicUrl: origin })
  browser = await chromium.launch(await findBrowser())
})

afterAll(async () => {
  await browser?.close()
  server?.close()
  await under?.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  trouble = []
  page = await (await browser.newContext()).newPage()
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('console', (message) => {
    // A declined card is a 402, which the browser writes down as an error of its own.
    if (message.type() === 'error' && !message.text().includes('402')) trouble.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) trouble.push(request.url())
  })
})

afterEach(async () => {
  expect(trouble).toEqual([])
  await page.context().close()
})

async function open(more = ''): Promise<Stripe.PaymentIntent> {
  const intent = await under.stripe.paymentIntents.create({ amount: 250_000, currency: 'usd' })
  await page.goto(`${origin}/?secret=${intent.client_secret}${more}`)
  await page.getByLabel('Card number').waitFor()
  return intent
}

async function payWith(number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('1244')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay now' }).click()
}

async function result(): Promise<{ error?: Stripe.StripeRawError; paymentIntent?: Stripe.PaymentIntent }> {
  const output = page.locator('#result:not(:empty)')
  await output.waitFor()
  return JSON.parse((await output.textContent()) ?? '{}')
}

describe('the payment element under a strict policy, with unmodified react-stripe-js', () => {
  test('given an empty form, when it is submitted, then each field says what is missing and the first has the focus', async () => {
    await open()
    await page.getByRole('button', { name: 'Pay now' }).click()
    expect((await result()).error).toEqual({
      type: 'validation_error',
      code: 'incomplete_number',
      message: 'Your card number is incomplete.',
    })
    for (const words of ['card number is', "card's expiration date is", "card's security code is"]) {
      expect(await page.getByText(`Your ${words} incomplete.`).first().isVisible()).toBe(true)
    }
    expect(await page.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('input:focus').getAttribute('id')).toBe('field-number')
  })

  test('given the good card, when it pays, then the payment succeeds and the element reported what happened', async () => {
    const { id } = await open()
    await payWith('4242424242424242')
    expect((await result()).paymentIntent).toMatchObject({ id, status: 'succeeded' })
    expect((await page.locator('#heard').textContent())?.split(' ').sort()).toEqual([
      'change',
      'focus',
      'ready',
    ])
    expect((await under.stripe.paymentIntents.retrieve(id)).amount_received).toBe(250_000)
  })

  test('given a declined card, when another is tried, then the same payment succeeds', async () => {
    const { id } = await open()
    await payWith('4000000000009995')
    expect((await result()).error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    })
    await payWith('4242424242424242')
    await page.getByText('"succeeded"').waitFor()
    expect((await under.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  })

  test.each([
    ['Complete', 'succeeded'],
    ['Fail', 'requires_payment_method'],
  ])(
    'given a card that asks for 3-D Secure, when the dialog is answered with %s, then the payment is %s',
    async (button, status) => {
      const { id } = await open()
      await payWith('4000002760003184')
      const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
      await dialog.waitFor()
      await dialog.getByRole('button', { name: button }).click()
      const { error } = await result()
      expect(error?.code).toBe(status === 'succeeded' ? undefined : 'payment_intent_authentication_failure')
      expect((await under.stripe.paymentIntents.retrieve(id)).status).toBe(status)
      expect(await dialog.count()).toBe(0)
    },
  )

  test('given a bank debit, when it pays with the keyboard alone, then the payment is processing', async () => {
    await open()
    await page.getByRole('tab', { name: 'Card' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.type('110000000')
    await page.keyboard.press('Tab')
    await page.keyboard.type('000123456789')
    await page.keyboard.press('Enter')
    expect((await result()).paymentIntent?.status).toBe('processing')
  })

  test('given redirect always, when the card is charged, then the browser goes back with the result', async () => {
    const { id, client_secret } = await open('&redirect=always')
    await payWith('4242424242424242')
    await page.waitForURL('**/done*')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      payment_intent: id,
      payment_intent_client_secret: client_secret,
      redirect_status: 'succeeded',
    })
  })

  test('given the list of test cards, when one is chosen, then the form is filled with it', async () => {
    await open()
    await page.getByText('All test cards and accounts').click()
    await page.getByRole('button', { name: '4000 0000 0000 0002' }).click()
    expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0002')
    await page.getByRole('button', { name: 'Pay now' }).click()
    expect((await result()).error?.decline_code).toBe('generic_decline')
  })

  test('given the form with its list open, when it is examined by axe, then nothing is found', async () => {
    await open()
    await page.getByText('All test cards and accounts').click()
    await page.getByRole('button', { name: 'Pay now' }).click()
    const { violations } = await new AxeBuilder({ page }).disableRules(['page-has-heading-one']).analyze()
    expect(violations.map((each) => each.id)).toEqual([])
  })
})

describe('the lab’s own pages', () => {
  test('given a checkout, when a buyer pays with 3-D Secure, then overview, challenge and receipt work', async () => {
    const { url, id } = await under.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 5000, product_data: { name: 'A <b>book</b>' } } },
      ],
      success_url: `${origin}/done?session={CHECKOUT_SESSION_ID}`,
    })
    await page.goto(url ?? '')
    await page.getByText('A <b>book</b> × 1').waitFor()
    await page.getByLabel('Test card or account').selectOption('pm_card_authenticationRequired')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByRole('button', { name: 'Complete' }).click()
    await page.waitForURL(`**/done?session=${id}*`)
    const [charge] = (await under.stripe.charges.list({ limit: 1 })).data
    await page.goto(charge?.receipt_url ?? '')
    await page.getByRole('heading', { name: 'Receipt' }).waitFor()
    await page.goto(`${origin}/lab/`)
    await page
      .getByRole('cell', { name: String(charge?.payment_intent) })
      .first()
      .waitFor()
  })
})
