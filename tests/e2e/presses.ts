import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { camt } from '../commerce/payments/bank-transfers/camt-files.ts'

/**
 * The most presses that each of the commonest jobs takes after signing in, beside the best of the trade as known from
 * daily use. Typing is not counted, the `/` that focuses the search among it; a key that opens or sends is.
 */
export const allowed = {
  'open a sale by name': { here: 1, best: 1 },
  'open a sale by its amount': { here: 1, best: 1 },
  'open a sale by the end of the card': { here: 1, best: 1 },
  'open a sale by the number of its purchase order': { here: 1, best: 1 },
  'refund a part of it': { here: 4, best: 4 },
  'the figures of the months with their file': { here: 2, best: 2 },
  'work a lead: open, status, owner, note': { here: 5, best: 5 },
  'change a headline and publish it': { here: 5, best: 2 },
  'change a picture and publish it': { here: 7, best: 4 },
  "import the bank's file": { here: 6, best: 4 },
  'apply a transfer to its order': { here: 1, best: 1 },
  'open the next cohort': { here: 3, best: 3 },
} as const
type Job = keyof typeof allowed

interface Sale {
  id: string
  buyerName: string | null
  totalAmount: string
  refundedAmount: string
  disputed: boolean
}

/** An invoice that a company has not paid in full. */
interface Receivable {
  invoiceNumber: string
  openAmount: string
  /** The number of the company's purchase order. */
  reference: string
  company: string
}

/** How many presses each job took. Every step waits for what the page shows, never for a time. */
export async function countPresses(page: Page, url: string): Promise<Record<Job, number>> {
  const taken = {} as Record<Job, number>
  let made = 0
  const press = async (what: Locator): Promise<void> => {
    made += 1
    await what.click()
  }
  const choose = async (what: Locator, choice: string): Promise<void> => {
    made += 1
    await what.selectOption({ label: choice })
  }
  const file = async (what: Locator, name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    made += 1
    await what.setInputFiles({ name, mimeType, buffer })
  }
  const job = async (name: Job, work: () => Promise<void>): Promise<void> => {
    made = 0
    await work()
    taken[name] = made
  }
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const today = async (): Promise<void> => {
    await page.goto(`${url}/admin/today`)
    await expect(page.getByRole('heading', { name: 'What waits' })).toBeVisible()
  }
  /** Opens the first result of the search, which must be an order. */
  const find = async (words: string, inResult: string | RegExp): Promise<void> => {
    await today()
    await page.keyboard.press('/')
    const search = page.getByRole('combobox', { name: 'Open a record' })
    await expect(search).toBeFocused()
    await search.fill(words)
    const first = page.getByRole('group', { name: 'Orders' }).getByRole('option').first()
    await expect(first).toContainText(inResult)
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(/^\d+ results?$/)).toBeAttached()
    made += 1
    await search.press('Enter')
    await expect(page.getByRole('heading', { name: /^Order [0-9A-F]{8}$/ })).toBeVisible()
  }

  const { orders } = await (await page.request.get(`${url}/api/finance/orders?status=completed`)).json()
  const sale: Sale & { buyerName: string } = (orders as Sale[]).find(
    (each): each is Sale & { buyerName: string } =>
      each.buyerName !== null &&
      each.totalAmount === '2500.00' &&
      Number(each.refundedAmount) === 0 &&
      !each.disputed,
  )!
  const { receivables } = await (await page.request.get(`${url}/api/finance/receivables`)).json()
  const [{ invoiceNumber, openAmount, reference, company }] = receivables as [Receivable]
  await job('open a sale by its amount', () => find('$2,500.00', '$2,500.00'))
  await job('open a sale by the end of the card', () => find('Visa 4242', /\$/))
  await job('open a sale by the number of its purchase order', () => find(reference, company))
  await job('open a sale by name', () => find(sale.buyerName, sale.buyerName))
  await job('refund a part of it', async () => {
    await find(sale.buyerName, sale.buyerName)
    await press(button(/^Refund$/))
    await page.getByLabel('Amount, USD').fill('1')
    await page.getByLabel('Reason').fill('goodwill')
    await press(button('Review refund'))
    await press(button(/^Refund \$1\.00/))
    await expect(page.getByRole('row', { name: /a refund of \$1\.00: goodwill/ }).first()).toBeVisible()
  })
  await job('the figures of the months with their file', async () => {
    await today()
    await press(tab('Money'))
    await expect(page.getByRole('table', { name: /^Books by period/ })).toBeVisible()
    const file = page.waitForEvent('download')
    await press(page.getByRole('link', { name: 'Export as CSV' }))
    expect((await file).suggestedFilename()).toBe('books.csv')
  })
  const bank = page.getByRole('dialog', { name: 'Import a bank statement' })
  await job("import the bank's file", async () => {
    await today()
    await press(tab('Money'))
    await press(tab('Bank transfers'))
    await press(button('Import a statement'))
    const statement = camt([{ amount: openAmount, text: `Payment of ${invoiceNumber}` }])
    await file(bank.getByLabel('Statement'), 'statement.xml', 'application/xml', statement)
    await press(bank.getByRole('button', { name: 'Preview the entries' }))
    await press(bank.getByRole('button', { name: 'Record 1 entry' }))
    await expect(page.getByText('1 recorded, 0 applied to orders.')).toBeVisible()
  })
  await job('apply a transfer to its order', async () => {
    await press(bank.getByRole('button', { name: `Apply to ${invoiceNumber}` }))
    await expect(bank.getByText('Applied', { exact: true })).toBeVisible()
  })
  await job('work a lead: open, status, owner, note', async () => {
    await today()
    await press(page.getByRole('link', { name: /New leads in all$/ }))
    await press(
      page
        .getByRole('table', { name: /^Leads/ })
        .locator('tbody')
        .getByRole('link')
        .first(),
    )
    const lead = page.getByRole('complementary', { name: /^Lead / })
    await choose(lead.getByLabel('Status'), 'Contacted')
    await expect(lead.getByLabel('Owner')).toBeEnabled()
    await choose(lead.getByLabel('Owner'), 'emil.editor')
    await lead.getByLabel('New note').fill('Calls back on Monday.')
    await press(lead.getByRole('button', { name: 'Add note' }))
    await expect(lead.getByRole('listitem').getByText('Calls back on Monday.')).toBeVisible()
  })
  await job('open the next cohort', async () => {
    await today()
    await press(tab('Cohorts'))
    await press(button('Open a cohort'))
    const form = page.getByRole('complementary', { name: 'New cohort' })
    await form.getByLabel('First day').fill('2033-03-07')
    await press(form.getByRole('button', { name: 'Open this cohort' }))
    await expect(page.getByText(/^The cohort of Monday, March 7, 2033 is open/)).toBeVisible()
  })
  const publish = async (): Promise<void> => {
    await press(button('Save Changes'))
    await expect(page.getByText('Saved successfully!')).toBeVisible()
    await press(page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }))
    await expect(page.getByText(/published from Development to Production successfully/)).toBeVisible()
  }
  await job('change a headline and publish it', async () => {
    await page.goto(`${url}/admin`)
    await press(button(/^Slides of the first screen/))
    await press(button(/^slide 1/i))
    const slides = page.getByRole('region', { name: 'Slides of the first screen' })
    await slides.getByLabel('Title', { exact: true }).first().fill('Leadership that lasts')
    await publish()
  })
  await job('change a picture and publish it', async () => {
    await page.goto(`${url}/admin`)
    await press(button(/^Book/))
    await press(
      page
        .getByRole('region', { name: 'Book', exact: true })
        .getByRole('button', { name: /^Upload/ })
        .first(),
    )
    const dialog = page.getByRole('dialog', { name: /^Upload a picture/ })
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c06014' } })
      .png()
      .toBuffer()
    await file(dialog.getByLabel('Picture', { exact: true }), 'cover.png', 'image/png', picture)
    await dialog.getByLabel(/What the picture shows/).fill('The cover of the book')
    await press(dialog.getByRole('button', { name: 'Upload' }))
    await expect(dialog).toBeHidden()
    await publish()
  })
  return taken
}
