import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { printedReference } from '../../src/modules/commerce/domain/transfer-reference.ts'
import { camt, ownIban } from '../commerce/payments/bank-transfers/camt-files.ts'
import { admin } from '../support/app.ts'
import {
  expectAccessibleInBoth,
  paidOrder,
  setBankAccount,
  showFinance,
  signInAsStaff,
} from './finance-page.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'
import { expectNothingSticksOut } from './sticks-out.ts'

const run = promisify(execFile)

test('finance finds an order, looks back at its first version, refunds a part, checks the log and exports it', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const problems = watchPage(page)
  const { id, shortId, email } = await paidOrder()
  await signInAsStaff(page, admin)
  const { orders } = await (await page.request.get(site(`/api/finance/orders?q=${id}`))).json()
  const [{ invoiceNumber }] = orders

  // By e-mail, by short id, and nothing.
  const find = page.getByLabel('Find')
  const opener = page.getByRole('link', { name: `Open order ${shortId}` })
  await find.fill(email)
  await find.press('Enter')
  await expect(page.getByText('1 to 1 of 1 order')).toBeVisible()
  await expect(opener).toBeVisible()
  await expectAccessibleInBoth(page, 'orders')
  await page.getByLabel('Status').selectOption('refunded')
  await expect(page.getByText('No orders match.')).toBeVisible()
  await expectAccessibleInBoth(page, 'no orders')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(opener).toBeVisible()
  await find.fill(shortId)
  await find.press('Enter')
  await expect(page.getByText('1 to 1 of 1 order')).toBeVisible()

  // By what is on a paper: the amount, the card, the name in either order.
  await page.getByRole('button', { name: 'Clear' }).click()
  for (const words of ['$2,500.00', 'Visa 4242', 'hopper grace']) {
    await find.fill(words)
    await find.press('Enter')
    await expect(page).toHaveURL(/[?&]q=/)
    await expect(opener).toBeVisible()
  }

  // The search in the header, with the keyboard alone.
  await find.blur()
  await page.keyboard.press('/')
  const anywhere = page.getByRole('combobox', { name: 'Open a record' })
  await expect(anywhere).toBeFocused()
  await page.keyboard.type(email)
  await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option').first()).toContainText('$2,500.00')
  await expectAccessibleInBoth(page, 'the results of a search')
  await expectNothingSticksOut(page, 'the results of a search')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')

  // The order, and its first version with the keyboard alone.
  await expect(page.getByRole('heading', { name: `Order ${shortId}` })).toBeFocused()
  await expect(page.getByText('Stripe received $2,500.00. Paid with Visa •••• 4242.').first()).toBeVisible()
  const slider = page.getByRole('slider', { name: 'Version of the order' })
  const latest = await slider.inputValue()
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', `Version 1 of ${latest}: Ordered`)
  await expect(page.getByRole('heading', { name: 'The order as of version 1' })).toBeVisible()
  const state = page.getByTestId('state')
  await expect(state).toContainText('Pending')
  await expect(state).toContainText('none yet')
  await page.keyboard.press('End')
  await expect(page.getByRole('heading', { name: `The order now, version ${latest}` })).toBeVisible()
  await expect(state).toContainText('Completed')
  await expect(state).toContainText(/INV-\d{6}/)

  // The record itself, on demand.
  const raw = page.getByRole('button', { name: 'Raw data of version 1', exact: true })
  await raw.press('Enter')
  await expect(page.getByText('"unitPrice": 250000')).toBeVisible()
  const record = page.locator('dl').filter({ hasText: 'Fingerprint before' })
  await expect(record, 'who did it (M-009)').toContainText(/Actorcustomer:[\w-]+/)
  const timeline = page.getByRole('table', { name: /^Events of this order/ })
  await expect(timeline.getByRole('cell', { name: 'Buyer', exact: true }).first()).toBeVisible()
  await expectAccessibleInBoth(page, 'order')
  // From the event to the request that wrote it: written down ten seconds after it ended.
  await page.getByRole('button', { name: 'Show the database statements of the request' }).click()
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Look again' })
    if (await again.isVisible()) await again.click()
    await expect(page.getByText(/^POST \/api\/\S+ answered 200 after/)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText(/es\.append/).first()).toBeVisible()
  await raw.press('Enter')
  await expect(page.getByText('"unitPrice": 250000')).toBeHidden()
  // So has each later one: its own payload, actor and time.
  const answer = await page.request.get(site(`/api/finance/orders/${id}/events`))
  const invoiced = (await answer.json()).events.find(({ type }: { type: string }) => type === 'InvoiceIssued')
  const later = page.getByRole('button', { name: `Raw data of version ${invoiced.version}`, exact: true })
  await later.press('Enter')
  await expect(record).toContainText('TypeInvoiceIssued, schema 1')
  await expect(record).toContainText(`Actor${invoiced.actor}`)
  await expect(record).toContainText(
    new RegExp(`Occurred\\w+ \\d+, \\d+, ${invoiced.occurredAt.slice(11, 19)} UTC`),
  )
  expect(JSON.parse((await record.locator('xpath=following-sibling::pre').textContent()) ?? '')).toEqual(
    invoiced.data,
  )
  await later.press('Enter')

  // A part goes back: said, refused, reviewed, confirmed.
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByLabel('Amount, USD').fill('2500.01')
  await page.getByRole('button', { name: 'Review refund' }).click()
  await expect(page.getByText('Amount: at most $2,500.00 is left of this payment.')).toBeVisible()
  await expect(page.getByLabel('Amount, USD')).toBeFocused()
  await expectAccessibleInBoth(page, 'refund with errors')
  await page.getByLabel('Amount, USD').fill('125')
  // What only the server can know is said at the input, too.
  await page.getByLabel('Reason').fill('Grace starts late')
  await page.getByRole('button', { name: 'Review refund' }).click()
  await page.getByRole('button', { name: 'Refund $125.00' }).click()
  await expect(
    page.getByText('Reason: this text is kept for good, so it must not name the customer.'),
  ).toBeVisible()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await expect(page.getByLabel('Amount, USD')).toHaveValue('125')
  await page.getByLabel('Reason').fill('late start')
  await page.getByRole('button', { name: 'Review refund' }).click()
  await expect(page.getByText('This cannot be undone.')).toBeVisible()
  await expectAccessibleInBoth(page, 'refund to confirm')
  await page.getByRole('button', { name: 'Refund $125.00' }).click()

  await expect(page.getByText('Finance requested a refund of $125.00: late start.').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /\$125\.00 was refunded to the buyer\. New/ })).toBeVisible()
  await expect(
    page.getByRole('row', { name: /Credit note CN-\d{6} over \$125\.00 was issued\. New/ }),
  ).toBeVisible()
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(Number(latest))
  await expect(state.locator('div', { hasText: 'Refunded' }).first()).toContainText('$125.00')

  // The log is whole, agrees with Stripe, and can be taken away.
  await showFinance(page, 'Proof')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The chain is intact.')).toBeVisible()
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await expectAccessibleInBoth(page, 'proof')
  await showFinance(page, 'Reconciliation')
  await page.getByRole('button', { name: 'Compare now' }).click()
  await expect(page.getByRole('button', { name: 'Compare now' })).toBeEnabled()
  await expect(page.getByText(/Payments since .* at Stripe/)).toBeVisible()
  await expectAccessibleInBoth(page, 'reconciliation')
  await showFinance(page, 'Webhooks')
  await page
    .getByRole('button', { name: /^Apply again payment_intent\.succeeded/ })
    .first()
    .click()
  await expect(page.getByText('payment_intent.succeeded: applied after another try.')).toBeVisible()

  await showFinance(page, 'Exports')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download orders.csv' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('orders.csv')
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines.find((line) => line.includes(id))).toContain('125.00')

  // Back in the other tab the order is still open. A browser writes a full minute shorter than the server does.
  await page.route(`**/api/finance/orders/${id}/events`, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const event of body.events) event.occurredAt = `${event.occurredAt.slice(0, 16)}:00.000Z`
    await route.fulfill({ json: body })
  })
  await showFinance(page, 'Orders')
  await expect(page.getByRole('heading', { name: `Order ${shortId}` })).toBeVisible()
  const moment = page.getByLabel('As of, UTC')
  await expect(moment).toHaveValue(/T\d\d:\d\d$/)

  // To a moment before the order: what was typed stays, until another version is chosen.
  await moment.fill('2020-01-01T00:00:00')
  await expect(page.getByRole('heading', { name: 'The order as of version 1' })).toBeVisible()
  await expect(moment).toHaveValue('2020-01-01T00:00')
  await slider.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'The order as of version 2' })).toBeVisible()
  await expect(moment).not.toHaveValue('2020-01-01T00:00')
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(opener).toBeVisible()
  await page.getByRole('button', { name: 'Received' }).click()
  await expect(page.getByRole('columnheader', { name: 'Received' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  // The register: one document by its number, kept by a reload, and a word that is not a number.
  await showFinance(page, 'Register')
  const issued = page.getByRole('table', { name: /^Documents, newest first/ })
  await expect(
    issued.getByRole('row', { name: /CN-\d{6} Credit note Grace Hopper .*-\$125\.00/ }).first(),
  ).toBeVisible()
  await expectAccessibleInBoth(page, 'documents')
  await page.getByLabel('Number').fill('Hopper')
  await expect(page.getByText('Enter the full number of a document, such as INV-000001.')).toBeVisible()
  await expectAccessibleInBoth(page, 'a text that is not a number')
  await page.getByLabel('Number').fill(invoiceNumber.toLowerCase())
  await page.getByLabel('Number').press('Enter')
  await expect(issued.getByRole('row')).toHaveCount(3)
  await page.reload()
  await expect(
    issued.getByRole('row', { name: new RegExp(`${invoiceNumber} Invoice .*\\$2,500\\.00`) }),
  ).toBeVisible()
  await expect(page.getByText('Total of all matches, 1 document')).toBeVisible()

  // A statement of the bank: seen before it is recorded, and what no order takes goes back.
  await setBankAccount(page, ownIban)
  await showFinance(page, 'Bank transfers')
  await page.getByRole('button', { name: 'Import a statement' }).click()
  const statement = page.getByRole('dialog', { name: 'Import a bank statement' })
  await statement.getByRole('button', { name: 'Preview the entries' }).click()
  await expect(statement.getByText('Statement: choose a file first.')).toBeVisible()
  const lines053 = [{ amount: '75.50', text: printedReference(id), reference: `B-${shortId}` }]
  await statement
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.xml', mimeType: 'application/xml', buffer: camt(lines053) })
  await statement.getByRole('button', { name: 'Preview the entries' }).click()
  await expect(statement.getByText('the order is already paid')).toBeVisible()
  await expectAccessibleInBoth(page, 'what a statement records')
  await statement.getByRole('button', { name: 'Record 1 entry' }).click()
  await expect(statement.getByText('This is what was recorded.')).toBeVisible()
  await statement.getByRole('button', { name: 'Done' }).click()
  const transfers = page.getByRole('table', { name: /^Bank transfers, newest first/ })
  // Another journey records transfers, too.
  await transfers.getByRole('row').filter({ hasText: '$75.50' }).first().getByRole('link').first().click()
  const transfer = page.getByRole('complementary', { name: 'Transfer' })
  await expect(transfer.getByRole('heading', { name: /^\$75\.50 of/ })).toBeFocused()
  await expect(transfer.getByRole('heading', { name: /^\$75\.50 of/ })).toBeInViewport()
  await transfer.getByLabel('Order').fill(printedReference(id))
  await transfer.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(transfer.getByText(/This order takes nothing of this transfer/)).toBeVisible()
  await expect(transfer.getByLabel('Order')).toBeFocused()
  await expectAccessibleInBoth(page, 'a transfer')
  await transfer.getByLabel('Action to record').selectOption('Returned to the sender')
  await transfer.getByLabel('Amount, USD').fill('75.50')
  await transfer.getByLabel('Reason').fill('Paid twice')
  // The day on which the bank paid it back: today, unless another one is given.
  const paidBack = transfer.getByLabel('Paid back on')
  await expect(paidBack).not.toHaveValue('')
  await paidBack.fill('2026-11-19')
  await transfer.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(transfer.getByText(/must not be before 2026-11-20/)).toBeVisible()
  await paidBack.fill('2026-11-21')
  await transfer.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(transfer.getByText('$75.50, Nov 21, 2026: Paid twice')).toBeVisible()
  await expect(transfer.getByText('The full amount was returned. Nothing is left to do.')).toBeVisible()
  expect(problems).toEqual([])
})

test('finance sees why a number is what it is, reads a webhook as it came, and proves the log offline with one file', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const problems = watchPage(page)
  const { id } = await paidOrder()
  await signInAsStaff(page, admin)
  await showFinance(page, 'Books')
  await page.getByRole('button', { name: 'Record the latest fees' }).click()
  await expect(page.getByText(/fees? recorded\.|All fees were already recorded\./).first()).toBeVisible()

  // Why this number: a figure of the books opens the events that add up to it.
  const figure = page.getByRole('button', { name: /^Fees of orders \$[\d,.]+: show its events$/ })
  await expect(figure).toBeVisible()
  await expect(figure).not.toHaveText('$0.00')
  await figure.press('Enter')
  const why = page.getByRole('heading', { name: /^Fees of orders .*: its events/ })
  await expect(why).toBeFocused()
  await expect(page.getByRole('row', { name: /Fee charged by Stripe .*\$72\.80/ }).first()).toBeVisible()
  await expect(page.getByText(/Includes all events up to number [\d,]+ of the log/)).toBeVisible()

  // Raw webhook, as it came.
  await showFinance(page, 'Webhooks')
  await page
    .getByRole('button', { name: /^Raw body of payment_intent\.succeeded/ })
    .first()
    .press('Enter')
  await expect(page.getByText('"object": "payment_intent"').first()).toBeVisible()

  // Independent proof: the signed head, the log and the one file, in a process of its own.
  await showFinance(page, 'Proof')
  await page.getByRole('button', { name: 'Sign now' }).click()
  const head = page.getByTestId('signed-head')
  await expect(head).toHaveText(/^veralead-head \d+ [0-9a-f]{64} \S+ \S+$/)
  await page.setViewportSize({ width: 1024, height: 800 })
  await expectAccessibleInBoth(page, 'finance in a narrow window')
  const folder = await mkdtemp(join(tmpdir(), 'veralead-offline-'))
  const saved = async (name: string): Promise<string> => {
    await showFinance(page, name === 'verify-log.mjs' ? 'Proof' : 'Exports')
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: `Download ${name}` }).click()
    const path = join(folder, name)
    await (await waiting).saveAs(path)
    return path
  }
  const verifier = await saved('verify-log.mjs')
  const key = (await page.getByTestId('public-key').textContent()) ?? ''
  const kept = (await head.textContent()) ?? ''
  const log = await saved('events.jsonl')
  const { stdout } = await run(process.execPath, [verifier, log, '--head', kept, '--key', key], { env: {} })
  expect(stdout).toContain('Proved:')
  expect(stdout).toContain('its signature: holds')
  const text = await readFile(log, 'utf8')
  expect(text).toContain('"unitPrice": 250000')
  await writeFile(log, text.replace('"unitPrice": 250000', '"unitPrice": 1'))
  await expect(run(process.execPath, [verifier, log], { env: {} })).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('the data does not match its digest'),
  })
  await rm(folder, { recursive: true })

  // From an event behind the figure, still open where it was, to its order.
  await showFinance(page, 'Books')
  const order = page
    .getByRole('region', { name: 'Events of this figure' })
    .getByRole('link', { name: /^Open order/ })
    .first()
  const shortId = (await order.textContent())?.slice(-8) ?? ''
  await order.press('Enter')
  await expect(page.getByRole('heading', { name: `Order ${shortId}` })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'All orders' }).click()
  await page.getByLabel('Find').fill(id)
  await page.getByLabel('Find').press('Enter')
  await expect(page.getByText('1 to 1 of 1 order')).toBeVisible()
  await page.getByRole('link', { name: `Open order ${id.slice(-8).toUpperCase()}` }).press('Enter')

  // Around the order: its papers, and for the owner who read it.
  const invoice = page.getByRole('link', { name: /^Invoice INV-\d{6}$/ })
  const paper = page.waitForEvent('download')
  await invoice.click()
  expect((await paper).suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/)
  await expect(page.getByText('Confirmation with invoice and receipt')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who read this order' })).toBeVisible()
  await expectAccessibleInBoth(page, 'order in a narrow window')
  expect(problems).toEqual([])
})

test('a server that fails leaves a sentence and a way to try again', async ({ page }) => {
  const problems = watchPage(page)
  let broken = true
  await page.route('**/api/finance/orders?*', (route) =>
    broken
      ? route.fulfill({
          status: 503,
          json: { success: false, error: 'The database is being moved.', code: 'UNAVAILABLE' },
        })
      : route.continue(),
  )
  await signInAsStaff(page, admin)
  await expect(page.getByText('Orders could not be loaded.')).toBeVisible()
  await expect(page.getByText('The database is being moved.')).toBeVisible()
  await expectAccessibleInBoth(page, 'orders that failed')
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Orders could not be loaded.')).toBeHidden()
  await expect(page.getByRole('table').or(page.getByText('No orders yet.'))).toBeVisible()

  await page.getByLabel('From').fill('2026-11-22')
  await page.getByLabel('To', { exact: true }).fill('2026-11-21')
  await expect(page.getByText('To: must not be before From.')).toBeVisible()
  expect(problems).toEqual([])
})
