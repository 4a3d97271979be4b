import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { companies } from '../leadership/companies.ts'
import { test } from './journey.ts'
import { expectSound, toast } from './paying.ts'
import { site, touch, watchPage } from './person.ts'

const company = companies[0]!
const figures = {
  ...{
    v: '1',
    companySize: '250',
    avgCompensation: '80,000',
    turnoverRate: '20',
    disengagementPercent: '30',
  },
  ...{ productivityLoss: '10', hiringDelay: '6', rndBudget: '1,000,000', revenueLost: '100,000' },
}
const total = `cost us $${company.total.toLocaleString('en-US')} a year`

test('a visitor takes the letter from the program page, adds the figures of the calculator, and gets it as PDF, as text and as a quote, by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const problems = watchPage(page)
  await page.goto(site('/certification/program-details'))
  await touch(page)
  await page.getByRole('link', { name: 'A letter to your employer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A letter to your employer' })).toBeVisible()
  const letter = page.getByRole('article')
  await expect(letter.getByText(/^This letter has no figures of ours yet\./)).toBeVisible()
  await expect(letter.getByText('1 seat at $2,500.00: $2,500.00')).toBeVisible()
  await expect(letter.getByRole('heading', { name: 'The payback' })).toHaveCount(0)
  await expectSound(page, 'the letter without figures')
  await page.getByRole('link', { name: 'Calculate what the gaps cost you' }).click()
  await expect(page).toHaveURL(site('/leadership-cost-calculator'))

  // The result of a link, as the calculator's results make it.
  await page.goto(site(`/leadership-cost-results#${new URLSearchParams(figures)}`))
  await page.getByRole('link', { name: 'Put these figures in a letter to your employer' }).click()
  await expect(letter.getByText(total)).toBeVisible()
  await page.getByLabel('Seats').fill('0')
  await expect(page.getByText('Seats: enter a whole number from 1 to 500.')).toBeVisible()
  await page.getByLabel('Seats').fill('12')
  await expect(letter.getByText(/^12 seats at \$2,500\.00: /)).toBeVisible()
  await expect(letter.getByText(/The investment is repaid when .* departures are avoided/)).toBeVisible()
  await expectSound(page, 'the letter with figures')

  await page.getByLabel('Seats').focus()
  for (const name of ['Change the figures', 'PDF']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveText(name)
  }
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toBe('employer-letter.pdf')
  const bytes = new Uint8Array(await readFile(await file.path()))
  const pdf = await extractText(await getDocumentProxy(bytes), { mergePages: true })
  expect(pdf.totalPages).toBe(1)
  expect(pdf.text.replace(/\s+/g, ' ')).toContain(total)
  await expect(page.getByRole('button', { name: 'PDF' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The letter was copied.')).toBeVisible()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()
  expect(flat(copied)).toBe(flat(pdf.text))

  // Paper has the letter alone.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(letter).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Get a quote' }).click()
  await expect(page.getByLabel('Seats')).toHaveValue('12')
  // The number of the link is taken once; what is typed after it stays.
  await page.getByLabel('Seats').fill('15')
  await page.getByLabel('Company').fill('Connexion & Co')
  await page.reload()
  await expect(page.getByLabel('Seats')).toHaveValue('15')
  // Another letter later asks for its own number, in the same purchase.
  await page.goto(site('/organization/buy?seats=8'))
  await expect(page.getByLabel('Seats')).toHaveValue('8')
  await expect(page.getByLabel('Company')).toHaveValue('Connexion & Co')
  expect(problems).toEqual([])
})
