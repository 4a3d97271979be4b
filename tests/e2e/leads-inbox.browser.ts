import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { site, watchPage } from './person.ts'
import { test } from './visitor.ts'

const staff = { username: 'admin', password: 'Test-admin-password-1' }

test('staff search, filter, work, release and export leads, and see who is behind them (M-138, L2 to L8)', async ({
  page,
}) => {
  const problems = watchPage(page)
  // Names hold letters only.
  const letters = randomUUID().replace(/[\d-]/g, (sign) => 'ghijklmnopq'[Number(sign) || 0] ?? 'g')
  const word = `Zephyr ${letters.slice(0, 8)}`
  const email = `ada-${randomUUID().slice(0, 8)}@company.example`
  const send = async (changes: object): Promise<void> => {
    const data = {
      name: `${word} Lovelace`,
      phone_number: '+44 20 7946 0000',
      email,
      company_name: 'Analytical Engines',
      additional_message: '=1+1',
      lead_type: 'normal_lead',
      ...changes,
    }
    expect((await page.request.post(site('/api/leads'), { data })).ok()).toBe(true)
  }
  await send({ attribution: { last: { source: 'newsletter' } } })
  await send({ lead_type: 'whitepaper_download' })
  await send({ lead_type: 'pre_order_book', website: 'https://spam.example', email: `bot-${email}` })
  expect((await page.request.post(site('/api/auth/login'), { data: staff })).ok()).toBe(true)

  await page.goto(site('/admin'))
  await page.getByRole('tab', { name: 'Leads', exact: true }).click()
  const table = page.getByRole('table', { name: 'Leads, newest first' })
  await page.getByLabel('Search').fill(word)
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('2 leads', { exact: true })).toBeVisible()
  await page.getByLabel('Kind', { exact: true }).selectOption('Whitepaper')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Kind', { exact: true }).selectOption('')
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.getByLabel('From', { exact: true }).fill('2026-02-02')
  await page.getByLabel('To', { exact: true }).fill('2026-01-01')
  await expect(page.getByText('To: must not be before From.')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('')
  await page.getByLabel('To', { exact: true }).fill('')
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Source', { exact: true }).selectOption('newsletter')
  await expect(table.getByRole('row')).toHaveCount(2)

  // One lead: status, notes, and the same person's other lead.
  await table.getByRole('link', { name: word }).click()
  const lead = page.getByRole('complementary', { name: `Lead ${word} Lovelace` })
  await expect(lead.getByText('none yet')).toHaveCount(2)
  await lead.getByLabel('Status').selectOption('Qualified')
  await expect(page.getByText('Status changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for 1 lead.')).toBeVisible()
  await expect(lead.getByLabel('Status')).toHaveValue('new')
  await lead.getByLabel('Owner').selectOption('admin (you)')
  await expect(page.getByText('Owner changed.')).toBeVisible()
  const notes = lead.getByRole('region', { name: 'Notes' })
  for (const note of ['Call on Tuesday.', 'Called: no answer.']) {
    await notes.getByLabel('New note').fill(note)
    await notes.getByRole('button', { name: 'Add note' }).click()
    await expect(notes.getByText(note, { exact: true }).and(page.locator('p'))).toBeVisible()
    await expect(notes.getByLabel('New note')).toHaveValue('')
  }
  await expect(notes.getByRole('listitem')).toHaveText([
    /^admin, .*Call on Tuesday\.$/,
    /^admin, .*no answer\.$/,
  ])
  await lead.getByRole('link', { name: /^Whitepaper, / }).click()
  await expect(lead.getByText('Whitepaper', { exact: true }).first()).toBeVisible()

  // Nothing fits: the screen says so and offers a way back.
  await page.getByLabel('Search').fill('nobody is called this')
  await expect(page.getByText('No leads match this filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()

  // What was kept apart is released, and only then its sender gets a mail.
  const mails = async (): Promise<number> =>
    (await (await page.request.get(site(`/api/dev/mail?to=bot-${encodeURIComponent(email)}`))).json()).mails
      .length
  await page.getByLabel('Search').fill(word)
  await page.getByRole('link', { name: 'Quarantine (1)' }).click()
  const apart = page.getByRole('table', { name: 'Leads in quarantine, newest first' })
  await expect(apart.getByRole('row')).toHaveCount(2)
  // The counts leave the quarantine out.
  const bySource = page.getByRole('heading', { name: 'Where leads come from' })
  await expect(bySource).toHaveCount(0)
  await expect(apart.getByText('The hidden field was filled.')).toBeVisible()
  await apart.getByRole('link', { name: word }).click()
  await expect(lead.getByText('The hidden field was filled.')).toBeVisible()
  await expectAccessible(page, 'a lead in quarantine')
  expect(await mails()).toBe(0)
  await lead.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('Released. The sender now receives what they requested.')).toBeVisible()
  await expect.poll(mails).toBe(1)

  // The export holds what the filter shows, and no formula.
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(bySource).toBeVisible()

  // Sorted by the server, in the address; all of the page changed at once, and one part of it taken back.
  await table.getByRole('button', { name: 'Kind' }).click()
  const sorted = page.getByRole('table', { name: 'Leads, by kind' })
  await expect(sorted.getByRole('row')).toHaveText([/Name/, /Movement/, /Whitepaper/, /Book/])
  // An address with a page that is not there leads to the last one.
  await page.goto(`${page.url()}&page=9`)
  await expect(sorted.getByRole('row')).toHaveCount(4)
  await expect(sorted.getByRole('columnheader', { name: 'Kind' })).toHaveAttribute('aria-sort', 'ascending')
  // Beside the box too, a press of its cell chooses the lead and opens nothing.
  const all = sorted.getByLabel('Select all leads of this page')
  const address = page.url()
  const cell = sorted.getByRole('row').nth(2).getByRole('cell').first()
  const { width, height } = (await cell.boundingBox()) ?? { width: 0, height: 0 }
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await cell.click({ position: { x: 2, y: 2 } })
  await expect(cell.getByRole('checkbox')).toBeChecked()
  expect(page.url()).toBe(address)
  await all.check()
  const chosen = page.getByRole('region', { name: 'Selected leads' })
  await expect(chosen.getByText('3 leads selected')).toBeVisible()
  await expectAccessible(page, 'chosen leads')
  await chosen.getByLabel('Status of all').selectOption('Closed')
  // A change that is not saved leaves what was chosen.
  await page.route('**/api/admin/leads', (route) => route.abort())
  await chosen.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('The change could not be saved. Please try again.')).toBeVisible()
  await expect(chosen.getByText('3 leads selected')).toBeVisible()
  await expect(chosen.getByLabel('Status of all')).toHaveValue('closed')
  await page.unroute('**/api/admin/leads')
  await chosen.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('3 leads changed (status: Closed).')).toBeVisible()
  await expect(all).toBeFocused()
  await expect(sorted.getByText('Closed', { exact: true })).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for 3 leads.')).toBeVisible()
  await expect(sorted.getByText('Closed', { exact: true })).toHaveCount(0)

  // A filter under a name: renamed, used, deleted, brought back.
  await page.getByLabel('Owner', { exact: true }).selectOption('mine')
  await expect(sorted.getByRole('row')).toHaveCount(2)
  const saved = page.getByRole('region', { name: 'Saved filters' })
  const named = async (name: string): Promise<void> => {
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await saved.getByRole('button', { name: 'Save this filter' }).click()
  await named(`Mine ${word}`)
  await saved.getByRole('button', { name: /^Rename/ }).click()
  await named(`My ${word}`)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByLabel('Search')).toHaveValue('')
  await saved.getByRole('link', { name: `My ${word}` }).click()
  await expect(page.getByLabel('Search')).toHaveValue(word)
  await expect(sorted.getByRole('row')).toHaveCount(2)
  await saved.getByRole('button', { name: /^Delete/ }).click()
  await expect(saved.getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(saved.getByRole('link', { name: `My ${word}` })).toBeVisible()
  await page.getByLabel('Owner', { exact: true }).selectOption('all owners')
  await sorted.getByRole('button', { name: 'Received' }).click()
  await expect(table.getByRole('row')).toHaveCount(4)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeffid,created_at,')).toBe(true)
  expect(text.trimEnd().split('\r\n')).toHaveLength(4)
  expect(text).toContain(`'=1+1`)
  expect(text).toContain(',+44 20 7946 0000,')
  expect(text).toMatch(/,admin,"?\d{4}-.* admin: Call on Tuesday\./)
  const counts = page.getByRole('table', { name: 'Leads by source and kind' })
  await expect(counts.getByRole('row', { name: /newsletter/ })).toBeVisible()

  // The server is away: a sentence and a way to try again.
  await page.route('**/api/admin/leads?**', (route) => route.abort())
  await page.getByLabel('Search').fill(`${word} L`)
  await expect(page.getByText('The leads could not be loaded.')).toBeVisible()
  await page.unroute('**/api/admin/leads?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(table.getByRole('row')).toHaveCount(4)
  expect(problems).toEqual([])
})
