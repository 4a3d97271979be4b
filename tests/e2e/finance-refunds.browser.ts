import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { admin } from '../support/app.ts'
import { HttpClient } from '../support/http-client.ts'
import { expectAccessibleInBoth, paidOrder, signInAsStaff } from './finance-page.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

test('a refund that a colleague was quicker with needs a second press, and one that Stripe refuses says why', async ({
  page,
}) => {
  test.setTimeout(120_000)
  watchPage(page)
  const { id, shortId, intentId } = await paidOrder()
  const colleague = new HttpClient(site())
  const signedIn = await colleague.post('/api/auth/login', admin)
  expect(signedIn.status, signedIn.text).toBe(200)
  await signInAsStaff(page, admin)
  await page.getByLabel('Find').fill(shortId)
  await page.getByLabel('Find').press('Enter')
  await page.getByRole('link', { name: `Open order ${shortId}` }).press('Enter')

  const review = async (amount: string, reason: string) => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByLabel('Amount, USD').fill(amount)
    await page.getByLabel('Reason').fill(reason)
    await page.getByRole('button', { name: 'Review refund' }).click()
    await expect(page.getByText('This cannot be undone.')).toBeVisible()
  }
  await review('50', 'late start')
  const quicker = await colleague.post(`/api/finance/orders/${id}/refunds`, {
    amount: '50.00',
    reason: 'start was late',
    requestId: randomUUID(),
  })
  expect(quicker.status, quicker.text).toBe(200)
  await page.getByRole('button', { name: 'Refund $50.00', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('The order has changed. Nothing was refunded.')).toBeVisible()
  await expect(dialog.getByText('Finance requested a refund of $50.00: start was late.')).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 720 })
  await expectAccessibleInBoth(page, 'refund of an order that has changed')
  await dialog.getByRole('button', { name: 'Refund $50.00 anyway' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Finance requested a refund of $50.00: late start.').first()).toBeVisible()

  // The bank holds the money: Stripe gives nothing back.
  const disputed = await fetch(`${site()}/lab/objects/${intentId}/dispute`, { method: 'POST' })
  expect(disputed.status, await disputed.text()).toBe(200)
  await review('10', 'goodwill')
  await dialog.getByRole('button', { name: /^Refund \$10\.00/ }).click()
  const told = dialog
    .getByText('Stripe refused the refund.')
    .or(dialog.getByText('The order has changed. Nothing was refunded.'))
  await expect(told).toBeVisible()
  // The dispute may have been recorded between the two steps.
  const again = dialog.getByRole('button', { name: 'Refund $10.00 anyway' })
  if (await again.isVisible()) await again.click()
  await expect(dialog.getByText('Stripe refused the refund.')).toBeVisible()
  await expect(
    dialog.getByText(/It says: Charge \w+ has been charged back; cannot issue a refund\./),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Refund \$10/ })).toHaveCount(0)
  await expectAccessibleInBoth(page, 'refund that Stripe refused')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.keyboard.press('Escape')
  await expect(
    page.getByText(/^Stripe refused a refund of \$10\.00; no money was returned\. Stripe says:/).first(),
  ).toBeVisible()
})
