import { expect, type Page } from '@playwright/test'
import { cardForm, confirmed, expectSound, openPayment, payButton } from './paying.ts'
import { payWith, site } from './person.ts'
import { test } from './visitor.ts'

const opener = (page: Page) => page.getByText('Invoice details', { exact: false }).first()

test('given a buyer who needs an address on the invoice, when it is half filled in, then nothing is charged and the fields are named; when it is whole, it is kept and the payment goes through', async ({
  page,
}) => {
  await openPayment(page)
  await expect(page.getByLabel(/^Street and number/)).toBeHidden()
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel(/^Company/).fill('Analytical Engines Ltd')
  await page.getByLabel(/^Street and number/).fill('12 St James’s Square')
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByText('City is needed for an address.')).toBeVisible()
  await expect(page.getByText('Country is needed for an address.')).toBeVisible()
  await expect(page.getByText('Please check the invoice details above.')).toBeVisible()
  await expect(page.getByLabel(/^City/)).toBeFocused()
  await expectSound(page, 'payment with invoice details')
  await page.getByLabel(/^City/).fill('London')
  await page.getByLabel(/^Country/).fill('United Kingdom')
  await page.getByLabel(/^Company/).fill('Analytical 🚀 Engines')
  await payButton(page).click()
  await expect(page.getByText('Company has letters that documents cannot show: 🚀.')).toBeVisible()
  await expect(page.getByLabel(/^Company/)).toHaveValue('Analytical 🚀 Engines')
  await page.getByLabel(/^Company/).fill('分析機関株式会社')
  await payButton(page).click()
  await expect(confirmed(page)).toBeVisible()
})

test('given details that were saved and a payment that was declined, when the page is opened again, then they are there', async ({
  page,
}) => {
  await openPayment(page)
  await opener(page).click()
  await page.getByLabel(/^VAT or tax number/).fill('VAT no. GB123456789')
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByText(/declined/i).first()).toBeVisible()
  await page.goto(site('/payment'))
  await cardForm(page)
  await expect(page.getByLabel(/^VAT or tax number/)).toHaveValue('VAT no. GB123456789')
})
