import { expect, type Page } from '@playwright/test'
import { demoStaff, spawnDemoApp } from '../support/demo-app.ts'
import type { SpawnedApp } from '../support/spawn-app.ts'
import { nameOf } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { signInAsStaff } from './finance-page.ts'
import { test } from './journey.ts'
import { watchPage } from './person.ts'
import { allowed, countPresses } from './presses.ts'
import { expectNothingSticksOut } from './sticks-out.ts'

/** Views with figures, lists and forms of every kind; the long run reads the dark of the others too. */
const readInDark = ['Performance', 'Versions', 'Leads', 'Settings', 'Books', 'Participants']
const long = process.env.LONG === '1'

let app: SpawnedApp
test.beforeAll(async () => {
  // A year of business, on a machine that does other work.
  test.setTimeout(900_000)
  app = await spawnDemoApp()
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
})

/** Tables that a reader of screens cannot make sense of: without a name, or without a head that names its columns. */
const unnamedTables = `[...document.querySelectorAll('[role=tabpanel] table')]
  .filter((each) => !(each.caption?.textContent || each.ariaLabel || each.hasAttribute('aria-labelledby')) || !each.querySelector('thead th'))
  .map((each) => each.textContent.slice(0, 60))`

/** The fewest rows of a list in such a year: a list that shows nothing would pass every look. */
const fewestRows: Record<string, number> = {
  Inbox: 20,
  Quarantine: 5,
  Orders: 20,
  Register: 20,
  Participants: 2,
  Progress: 2,
}

async function shown(page: Page): Promise<void> {
  const panel = page.getByRole('tabpanel')
  await expect(panel).not.toBeEmpty()
  await expect(panel.locator('[class*="skeleton"]')).toHaveCount(0)
}

/** Reads what a tab shows, once its figures are there. */
async function read(page: Page, name: string): Promise<void> {
  await shown(page)
  const fewest = fewestRows[name]
  if (fewest !== undefined)
    await expect.poll(() => page.getByRole('row').count(), `rows of ${name}`).toBeGreaterThan(fewest)
  await expectNothingSticksOut(page, name)
  expect(await page.evaluate<string[]>(unnamedTables), name).toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await expectAccessible(page, `${name}, light`)
  if (!long && !readInDark.includes(name)) return
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await expectAccessible(page, `${name}, dark`, { contrastOnly: true })
}

/** Reads each view of what is shown, or all of it where it has no views; returns the names of what was read. */
async function readViews(page: Page, name: string): Promise<string[]> {
  await shown(page)
  const views = page.getByRole('tabpanel').getByRole('navigation', { name: /^Views of / })
  const links = await views.last().getByRole('link').all()
  if (links.length === 0) {
    await read(page, name)
    return [name]
  }
  const names: string[] = []
  for (const link of links) {
    // "Quarantine (21)" is the view "Quarantine".
    const view = ((await link.textContent()) ?? '').replace(/ \(.*/, '')
    await link.click()
    await read(page, view)
    names.push(view)
  }
  return names
}

test('given a year of business, then every tool of the staff screen holds it: nothing sticks out at 1024 px, every table has a name and heads, light and dark can be read', async ({
  page,
}) => {
  test.setTimeout(400_000)
  const problems = watchPage(page)
  await signInAsStaff(page, demoStaff('olivia.owner'), app.url)
  const tabs = new Map<string, string>()
  for (const group of ['Content', 'Sales', 'Money', 'Documents', 'Audit']) {
    await page.getByRole('tab', { name: group, exact: true }).click()
    await expect(page.getByRole('tab', { name: group, exact: true, expanded: true })).toBeVisible()
    for (const each of await page.locator('[role=tab]:not([aria-expanded])').all())
      tabs.set(await nameOf(each), (await each.getAttribute('href')) ?? '')
  }
  await test.step('Today: each number is that of the list behind it, and opens it', async () => {
    await page.goto(`${app.url}/admin/today`)
    await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
    const get = async (path: string) => (await page.request.get(`${app.url}/api/${path}`)).json()
    const { cohorts } = await get('admin/cohorts')
    const inCohorts = (what: string): number =>
      cohorts.reduce((sum: number, cohort: Record<string, number>) => sum + (cohort[what] ?? 0), 0)
    const transfers = await get('finance/transfers?state=unassigned')
    const mails = await get('finance/mails')
    const listed: Record<string, number> = {
      'New leads in all': (await get('admin/leads?status=new')).total,
      'Bank transfers to allocate': transfers.total,
      'Bank statement lines without a match': transfers.unmatched.length,
      'Overdue invoices': (await get('finance/receivables?age=overdue')).total,
      'Differences from Stripe': (await get('finance/reconciliation')).open.length,
      'Emails to buyers that were not sent': mails.failed + mails.late,
      'Webhooks that failed': (await get('finance/inbox?status=failed')).total,
      'Webhooks that wait for their order': (await get('finance/inbox?status=parked')).total,
      'Assignments to answer': (await get('admin/assignments')).assignments.length,
      'Paid participants without a place': inCohorts('unplaced'),
      'People on wait lists': inCohorts('waiting'),
    }
    const numbers = page.getByRole('tabpanel').getByRole('listitem').getByRole('link')
    const shownNumbers = await numbers.allTextContents()
    for (const [title, count] of Object.entries(listed))
      expect(shownNumbers.includes(`${count} ${title}`), `${title}: ${count}`).toBe(count > 0)
    expect(shownNumbers.length).toBeGreaterThan(5)
    const addresses = await numbers.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    for (const address of addresses) {
      await page.goto(`${app.url}${address}`)
      await expect(page.getByRole('tab', { selected: true })).toHaveCount(1)
      await shown(page)
      // A cohort opens the first of its views.
      expect(page.url(), 'the filter is kept').toContain(address)
    }
  })
  const names: string[] = []
  for (const [name, path] of [...tabs].filter(([name]) => !name.startsWith('/'))) {
    await page.goto(`${app.url}${path}`)
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tab', { name, exact: true })).toBeInViewport({ ratio: 1 })
    // Save, Reset and Publish are only where content is edited.
    const edits = path.startsWith('/admin/content/')
    await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(edits ? 1 : 0)
    names.push(...(await readViews(page, name)))
  }
  const open = async (list: string): Promise<void> => {
    await page.goto(`${app.url}${list}`)
    await page.locator(`[role=tabpanel] tbody a[href^="${list}/"]`).first().click()
  }
  await open('/admin/orders')
  await expect(page.getByRole('slider', { name: 'Version of the order' })).toBeVisible()
  await read(page, 'an order')
  await open('/admin/leads')
  await expect(page.getByRole('complementary', { name: /^Lead / })).toBeVisible()
  await read(page, 'a lead')
  await open('/admin/operations/cohorts')
  await expect(page.getByRole('complementary', { name: /^Cohort of / })).toBeVisible()
  names.push(...(await readViews(page, 'a cohort')))
  expect(names).toEqual([
    ...['Today', 'Advanced', 'Publishing', 'Versions', 'Inbox', 'Quarantine', 'Cohorts', 'Certificates'],
    ...['Performance', 'Changes', 'Sign-ins and accounts', 'Your account', 'Staff'],
    ...['Webhooks out', 'Settings'],
    ...['Orders', 'Quotes', 'Prices and coupons', 'Sources'],
    ...[
      'Books',
      'Deferred income',
      'Bank transfers',
      'Payouts',
      'Receivables',
      'Withdrawals',
      'Reconciliation',
    ],
    ...['Register', 'Vendor pack', 'Tax', 'Emails', 'Proof', 'Exports', 'Webhooks'],
    ...['Participants', 'Progress', 'Messages', 'Plan'],
  ])
  await test.step('attendance of a cohort that has not begun is not asked for', async () => {
    await page.getByRole('link', { name: 'Progress', exact: true }).click()
    await expect(page.getByText(/^Attendance is recorded once the cohort has begun, on /)).toBeVisible()
    await expect(page.getByLabel('Or paste the list of participants')).toHaveCount(0)
  })
  await test.step('the audit is narrowed by person, action and day, and the address keeps it', async () => {
    await page.goto(`${app.url}/admin/operations/audit/changes`)
    const people = page.locator('[role=tabpanel] :is(tbody bdi, li strong)')
    const shownPeople = async () => [...new Set(await people.allTextContents())]
    const read = page.getByRole('cell', { name: 'Read leads' })
    await expect.poll(async () => (await shownPeople()).length).toBeGreaterThan(1)
    await expect(read).toHaveCount(0)
    await page.getByLabel('Show reads').check()
    await expect(read.first()).toBeVisible()
    await page.getByLabel('Show reads').uncheck()
    await page.getByLabel('Person').selectOption('emil.editor')
    await expect.poll(shownPeople).toEqual(['emil.editor'])
    await page.getByLabel('Action').selectOption('Changed a lead')
    await expect(read).toHaveCount(0)
    await page.reload()
    await expect.poll(shownPeople).toEqual(['emil.editor'])
    await page.getByLabel('From').fill('2999-01-01')
    await expect(page.getByText('No entries match.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(async () => (await shownPeople()).length).toBeGreaterThan(1)
    await page.getByRole('link', { name: 'Sign-ins and accounts' }).click()
    await page.getByRole('combobox', { name: 'Account' }).selectOption('vera.viewer')
    await page.getByRole('combobox', { name: 'What happened' }).selectOption('Signed out')
    await expect(page.getByText('No entries match.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Account' }).selectOption('All staff')
    await page.getByRole('combobox', { name: 'What happened' }).selectOption('Signed in')
    await expect.poll(async () => (await shownPeople()).length).toBeGreaterThan(1)
  })
  await test.step('a transfer is found by its amount or sender, a quote by its company', async () => {
    await page.goto(`${app.url}/admin/finance/transfers`)
    const rows = page.locator('[role=tabpanel] tbody tr')
    const first = rows.first()
    const company = (await first.locator('bdi').first().textContent()) ?? ''
    const amount = (await first.getByRole('cell').nth(1).textContent()) ?? ''
    const total = await rows.count()
    const find = async (text: string): Promise<void> => {
      await page.getByLabel('Find').fill(text)
      await page.getByLabel('Find').press('Enter')
    }
    for (const text of [company, amount]) {
      await find(text)
      await expect.poll(() => rows.count()).toBeLessThan(total)
      await expect(rows.filter({ hasText: text })).not.toHaveCount(0)
    }
    await page.goto(`${app.url}/admin/finance/quotes`)
    await expect(rows).not.toHaveCount(0)
    const quoted = (await rows.first().locator('bdi').textContent()) ?? ''
    await find(quoted)
    await expect(rows.filter({ hasNotText: quoted })).toHaveCount(0)
    await expect(rows.filter({ hasText: quoted })).not.toHaveCount(0)
    await find('Nobody & Sons')
    await expect(page.getByText('No quotes match.')).toBeVisible()
  })
  await test.step('a webhook that waits says for what, and links to no order that is not there', async () => {
    await page.goto(`${app.url}/admin/finance/webhooks?status=parked`)
    await expect(
      page.getByText(/^The order [0-9A-F]{8} that it names is not on this site\./).first(),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: /^Open order/ })).toHaveCount(0)
  })
  await test.step('the commonest jobs take no more presses than the table allows', async () => {
    const here = Object.fromEntries(Object.entries(allowed).map(([job, presses]) => [job, presses.here]))
    expect(await countPresses(page, app.url)).toEqual(here)
  })
  expect(problems).toEqual([])
})
