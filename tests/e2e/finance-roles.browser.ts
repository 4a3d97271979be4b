import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import {
  createStaff,
  expectAccessibleInBoth,
  lostOrder,
  paidOrder,
  showFinance,
  signInAsStaff,
} from './finance-page.ts'
import { test } from './journey.ts'
import { watchPage } from './person.ts'
import { expectNothingSticksOut } from './sticks-out.ts'

const run = promisify(execFile)
const finance = { username: 'ines', password: 'A-long-password-of-finance-1A', role: 'finance' } as const
const viewer = { username: 'vera', password: 'A-long-password-of-a-viewer-1A', role: 'viewer' } as const

/** A site of its own: its Stripe keeps quiet about what happens there. */
let app: SpawnedApp
test.beforeAll(async () => {
  test.setTimeout(180_000)
  app = await spawnApp()
  await createStaff(app, finance)
  await createStaff(app, viewer)
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
})

const lab = async (page: Page, path: string, data: unknown = {}): Promise<void> => {
  const answer = await page.request.post(`${app.url}/lab/${path}`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('given somebody of finance, then they find an order, replay it, refund a part, settle a planted difference, export the log and prove it offline; a viewer sees all of it and can do nothing', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const problems = watchPage(page)
  const order = await paidOrder(app.url)
  const planted = await paidOrder(app.url)
  await signInAsStaff(page, finance, app.url)

  await test.step('find and replay', async () => {
    await page.getByLabel('Find').fill(order.email)
    await page.getByLabel('Find').press('Enter')
    await page.getByRole('link', { name: `Open order ${order.shortId}` }).press('Enter')
    const slider = page.getByRole('slider', { name: 'Version of the order' })
    await slider.focus()
    await page.keyboard.press('Home')
    await expect(page.getByRole('heading', { name: 'The order as of version 1' })).toBeVisible()
    await expect(page.getByTestId('state')).toContainText('Pending')
    // At every version the screen says what the fold of the log up to there says, and so does its moment.
    const path = `${app.url}/api/finance/orders/${order.id}`
    const told = await (await page.request.get(`${path}/events`)).json()
    for (const { version, occurredAt } of told.events) {
      await slider.fill(String(version))
      const then = await (await page.request.get(`${path}/state?version=${version}`)).json()
      const { status, receivedAmount, refundedAmount, invoiceNumber } = then.order
      const word = status.charAt(0).toUpperCase() + status.slice(1)
      const amount = (decimal: string) =>
        `$${Number(decimal).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
      await expect(page.getByTestId('state')).toHaveText(
        new RegExp(
          `^Status${word}Total\\$2,500.00Received\\${amount(receivedAmount)}Refunded\\${amount(refundedAmount)}Invoice${invoiceNumber ?? 'none yet'}`,
        ),
      )
      const at = await (await page.request.get(`${path}/state?at=${occurredAt}`)).json()
      expect(at.version).toBeGreaterThanOrEqual(version)
    }
    await expect(page.getByTestId('state')).toContainText('Completed')
  })

  await test.step('refund a part', async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByLabel('Amount, USD').fill('125')
    await page.getByLabel('Reason').fill('late start')
    await page.getByRole('button', { name: 'Review refund' }).click()
    await page.getByRole('button', { name: 'Refund $125.00' }).click()
    // Stripe's own word may come from the answer to the request or by webhook; who asked is certain.
    await expect(
      page.getByRole('row', { name: /a refund of \$125\.00: late start\. New ines/ }),
    ).toBeVisible()
    await expect(page.getByRole('row', { name: /\$125\.00 was refunded to the buyer\. New/ })).toBeVisible()
    await expectNothingSticksOut(page, 'an order')
  })

  // Somebody refunds in Stripe's dashboard, and Stripe sends no event.
  await lab(page, 'chaos', { webhooks: [{ fault: 'suppress' }] })
  await lab(page, `objects/${planted.intentId}/refund`, { amount: 4_200 })

  await test.step('compare: found, explained, and nothing changed', async () => {
    await showFinance(page, 'Reconciliation')
    await page.getByRole('button', { name: 'Compare now' }).click()
    await expect(page.getByText('1 difference needs your review.')).toBeVisible()
    const difference = page.getByRole('listitem').filter({ hasText: planted.intentId })
    await expect(difference).toContainText('The log is behind Stripe')
    await expect(difference).toContainText(planted.shortId)
    await expect(difference).toContainText('$2,500.00 received; refund of $42.00 succeeded')
    await expect(difference).toContainText('what is new since then was not announced')
    await expectNothingSticksOut(page, 'finance')
    await expectAccessibleInBoth(page, 'a difference')
  })

  await test.step('a viewer sees the difference and has no button for it', async () => {
    const context = await browser.newContext()
    const finance = await context.newPage()
    await signInAsStaff(finance, viewer, app.url)
    await expect(finance.getByRole('link', { name: `Open order ${planted.shortId}` })).toBeVisible()
    await expect(finance.getByText(order.email)).toBeHidden()
    await showFinance(finance, 'Reconciliation')
    const difference = finance.getByRole('listitem').filter({ hasText: planted.intentId })
    await expect(difference).toContainText('The log is behind Stripe')
    await expect(finance.getByText('Resolving differences requires the finance role.')).toBeVisible()
    for (const [view, heading, name] of [
      ['Reconciliation', 'Reconciliation with Stripe', /Record the status at Stripe|Compare now/],
      ['Books', 'Books', /Record the latest fees/],
      ['Proof', 'Independent proof', /Sign now|Check now/],
      ['Webhooks', 'Webhooks received', /^Apply again/],
    ] as const) {
      await showFinance(finance, view)
      await expect(finance.getByRole('heading', { name: heading })).toBeVisible()
      await expect(finance.getByRole('button', { name })).toHaveCount(0)
    }
    await expect(finance.getByRole('tab', { name: 'Exports', exact: true })).toHaveCount(0)
    await showFinance(finance, 'Register')
    await expect(finance.getByRole('row', { name: /INV-\d{6} Invoice not shown/ }).first()).toBeVisible()
    await expect(finance.getByRole('link', { name: /PDF|Export as CSV/ })).toHaveCount(0)
    await showFinance(finance, 'Reconciliation')
    const { open } = await (await context.request.get(`${app.url}/api/finance/reconciliation`)).json()
    const path = `${app.url}/api/finance/reconciliation/differences/${open[0].id}/settle`
    const refused = await context.request.post(path, { data: { action: 'record' } })
    expect(refused.status()).toBe(403)
    expect((await context.request.post(`${app.url}/api/finance/reconciliation/run`)).status()).toBe(403)
    await expectAccessibleInBoth(finance, "a viewer's finance")
    await context.close()
  })

  await test.step('settle it in two steps, with the keyboard', async () => {
    await page.getByRole('button', { name: /^Record the status at Stripe/ }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('This is kept in the log permanently.')).toBeVisible()
    await expectAccessibleInBoth(page, 'settling a difference')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: /^Record the status at Stripe/ }).press('Enter')
    await dialog.getByRole('button', { name: 'Yes, record the status at Stripe' }).press('Enter')
    await expect(page.getByText(`Recorded: payment ${planted.intentId}.`)).toBeVisible()
    await expect(page.getByText('Stripe and the log agree.')).toBeVisible()
    await page.getByText('Resolved: 1').click()
    await expect(
      page.getByRole('row', { name: /Recorded By ines .*refund of \$42\.00 succeeded/ }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Compare now' }).click()
    await expect(page.getByText('Stripe and the log agree.')).toBeVisible()
    await showFinance(page, 'Books')
    await expect(page.getByRole('button', { name: 'Refunded $167.00: show its events' })).toBeVisible()
    await showFinance(page, 'Reconciliation')
  })

  await test.step('settle several of one kind at once, each with its own event', async () => {
    await lab(page, `objects/${planted.intentId}/refund`, { amount: 1_000 })
    await lab(page, `objects/${order.intentId}/refund`, { amount: 2_000 })
    await page.getByRole('button', { name: 'Compare now' }).click()
    await expect(page.getByText('2 differences need your review.')).toBeVisible()
    await page.getByRole('button', { name: 'Record the status at Stripe: all 2' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('For each of the 2 differences separately:')).toBeVisible()
    await expectAccessibleInBoth(page, 'settling several differences')
    await dialog.getByRole('button', { name: 'Yes, all 2' }).press('Enter')
    await expect(page.getByText('2 of 2 resolved.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Stripe and the log agree.')).toBeVisible()
    await expect(page.getByText('Resolved: 3')).toBeVisible()
    await showFinance(page, 'Books')
    await expect(page.getByRole('button', { name: 'Refunded $197.00: show its events' })).toBeVisible()
    await showFinance(page, 'Reconciliation')
  })

  await test.step('take over an order that the database has lost', async () => {
    const lost = await lostOrder(app)
    await page.getByRole('button', { name: 'Compare now' }).click()
    const difference = page.getByRole('listitem').filter({ hasText: lost.intentId })
    await expect(difference).toContainText('The order is missing from the log')
    await expect(difference).toContainText('No such order')
    await expect(difference).toContainText('The database was restored from a backup')
    await page.getByRole('button', { name: /^Restore the order/ }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('The answers to the questionnaire are lost.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Yes, restore the order' }).press('Enter')
    await expect(page.getByText(`Recorded: payment ${lost.intentId}.`)).toBeVisible()
    await expect(page.getByText('Stripe and the log agree.')).toBeVisible()

    await showFinance(page, 'Orders')
    await page.getByRole('link', { name: 'All orders' }).click()
    await page.getByLabel('Find').fill(lost.id)
    await page.getByLabel('Find').press('Enter')
    await page.getByRole('link', { name: `Open order ${lost.shortId}` }).press('Enter')
    await expect(page.getByTestId('state')).toContainText(/Completed.*Received\$2,500\.00.*INV-\d{6}/)
    await expect(page.getByText('The account that placed it is lost too.').first()).toBeVisible()
  })

  await test.step('export and prove offline', async () => {
    await showFinance(page, 'Proof')
    await page.getByRole('button', { name: 'Sign now' }).click()
    const head = page.getByTestId('signed-head')
    await expect(head).toHaveText(/^veralead-head \d+ [0-9a-f]{64} \S+ \S+$/)
    const folder = await mkdtemp(join(tmpdir(), 'veralead-roles-'))
    const key = (await page.getByTestId('public-key').textContent()) ?? ''
    const line = (await head.textContent()) ?? ''
    const saved = async (name: string): Promise<string> => {
      await showFinance(page, name === 'verify-log.mjs' ? 'Proof' : 'Exports')
      const waiting = page.waitForEvent('download')
      await page.getByRole('link', { name: `Download ${name}` }).click()
      await (await waiting).saveAs(join(folder, name))
      return join(folder, name)
    }
    const rows = (await readFile(await saved('orders.csv'), 'utf8')).split('\r\n')
    expect(rows.find((row) => row.includes(planted.id))).toContain('52.00')
    const [verifier, log] = [await saved('verify-log.mjs'), await saved('events.jsonl')]
    const { stdout } = await run(process.execPath, [verifier, log, '--head', line, '--key', key], { env: {} })
    expect(stdout).toContain('Proved:')
    await rm(folder, { recursive: true })
  })
  expect(problems).toEqual([])
})
