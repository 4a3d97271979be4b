import { expect } from '@playwright/test'
import { ownIban } from '../commerce/payments/bank-transfers/camt-files.ts'
import { admin } from '../support/app.ts'
import { expectAccessibleInBoth, setBankAccount, showFinance, signInAsStaff } from './finance-page.ts'
import { test } from './journey.ts'
import { watchPage } from './person.ts'

test('finance imports a table of the bank: the meaning of its columns is chosen, previewed, recorded, taken back and remembered', async ({
  page,
}) => {
  test.setTimeout(240_000)
  watchPage(page)
  await signInAsStaff(page, admin)
  await setBankAccount(page, ownIban)
  await showFinance(page, 'Bank transfers')
  const table = [
    ...['"Girokonto";"DE02 1203"', 'Buchungstag;Name;Verwendungszweck;Betrag;S/H;Saldo'],
    ...[
      '20.11.2026;Keel Ltd;Seats for autumn;1.250,00;H;2.250,00',
      '20.11.2026;Landlord;Rent;900,00;S;1.350,00',
    ],
    ...['21.11.2026;Oak Ltd;Unknown word;30,00;X;1.380,00', 'Kontostand;;;;;1.380,00', ''],
  ].join('\n')
  const dialog = page.getByRole('dialog', { name: 'Import a bank statement' })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Import a statement' }).click()
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await dialog.getByRole('button', { name: 'Preview the entries' }).click()
  }
  await open()
  await expect(dialog.getByText('Still to be chosen')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Preview the entries' })).toBeDisabled()
  // The cells show these; the columns are chosen.
  await expect(dialog.getByLabel('Line with the column names')).toHaveValue('2')
  await dialog.getByLabel('Currency of all lines').fill('EUR')
  const meanings = {
    Buchungstag: 'date',
    Name: 'payer',
    Verwendungszweck: 'purpose',
    Betrag: 'amount',
    'S/H': 'direction',
  }
  for (const [column, meaning] of Object.entries(meanings))
    await dialog.getByLabel(column, { exact: true }).selectOption(meaning)
  await expect(dialog.getByLabel('Dates are written')).toHaveValue('dmy')
  await expect(dialog.getByLabel('Decimal sign')).toHaveValue(',')
  await dialog.getByLabel('H', { exact: true }).selectOption('in')
  await dialog.getByLabel('S', { exact: true }).selectOption('out')
  await expect(dialog.getByText('Of the whole file: 1 in, 1 out, 0 skipped, 2 cannot be read.')).toBeVisible()
  await expect(dialog.getByText('In: €1,250.00, Nov 20, 2026')).toBeVisible()
  await expectAccessibleInBoth(page, 'columns of a statement')
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/columns-${width}.png` })
    const box = (await dialog.boundingBox())!
    expect(box.width).toBeLessThanOrEqual(width)
  }
  await dialog.getByRole('button', { name: 'Preview the entries' }).click()
  await expect(dialog.getByText('Seats for autumn').first()).toBeVisible()
  await expect(dialog.getByText('2 parts of the file are not recorded')).toBeVisible()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/preview.png` })
  await dialog.getByRole('button', { name: 'Record 1 entry' }).click()
  await expect(page.getByText('1 recorded, 0 applied to orders.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Open the transfer' })).toBeVisible()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/recorded.png` })
  // The currency was wrong: all of it is taken back, and the file is read again.
  await dialog.getByRole('button', { name: 'Take this import back' }).click()
  await expect(page.getByText('1 taken back.')).toBeVisible()
  await dialog.getByLabel('Currency of all lines').fill('USD')
  await expect(dialog.getByText('In: $1,250.00, Nov 20, 2026')).toBeVisible()
  await dialog.getByRole('button', { name: 'Preview the entries' }).click()
  await dialog.getByRole('button', { name: 'Record 1 entry' }).click()
  await expect(dialog.getByRole('link', { name: 'Open the transfer' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await open()
  await expect(dialog.getByText(/^Read as the last file of this account/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Preview the entries' }).click()
  await expect(dialog.getByText('Already recorded', { exact: true })).toBeVisible()
})
