import { expect } from '@playwright/test'
import { ownIban } from '../commerce/transfers/camt-files.ts'
import { admin } from '../support/app.ts'
import { expectAccessibleInBoth, setBankAccount, showFinance, signInAsStaff } from './finance-page.ts'
import { test } from './journey.ts'
import { watchPage } from './person.ts'

test('finance imports a table of the bank: its columns are shown, changed, previewed and recorded', async ({
  page,
}) => {
  test.setTimeout(240_000)
  watchPage(page)
  await signInAsStaff(page, admin)
  await setBankAccount(page, ownIban)
  await showFinance(page, 'Bank transfers')
  await page.getByRole('button', { name: 'Import a statement' }).click()
  const table = 'Buchungstag;Name;Verwendungszweck;Betrag\n20.11.2026;Keel Ltd;Seats for autumn;1.250,00\n'
  const dialog = page.getByRole('dialog', { name: 'Import a bank statement' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await dialog.getByRole('button', { name: 'Preview the entries' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('3')
  await expectAccessibleInBoth(page, 'columns of a statement')
  await dialog.getByLabel('Decimal separator').selectOption('.')
  await dialog.getByRole('button', { name: 'Preview the entries' }).click()
  await expect(
    dialog.getByText('Line 2, Betrag: "1.250,00" is no amount with a decimal point.'),
  ).toBeVisible()
  await dialog.getByLabel('Decimal separator').selectOption(',')
  await dialog.getByRole('button', { name: 'Preview the entries' }).click()
  await expect(dialog.getByText('Seats for autumn')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record 1 entry' }).click()
  await expect(page.getByText('1 recorded, 0 applied to orders.')).toBeVisible()
})
