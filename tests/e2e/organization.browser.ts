import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { admin } from '../support/app.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { expectSound } from './paying.ts'
import { mailedCode, newPerson, signUp } from './person.ts'

/** A site of its own: an open date is shown on pages of other journeys. */
let app: SpawnedApp
test.beforeAll(async () => {
  app = await spawnApp()
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
})

const cohortId = 'c0ffee00-0000-4000-8000-0000000000f2'
const plan = (startsOn: string) => ({
  startsOn,
  timeZone: 'America/New_York',
  labs: [{ weekday: 2, time: '12:00', minutes: 90 }],
  coachingWeeks: [4, 9],
})

async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(`${app.url}${path}`, { data })
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true)
  return answer.json()
}

/** The invoice of an order became due so many days ago. */
async function dueBefore(orderId: string, days: number): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: app.dataDir, explicit: true, log: () => undefined })
  const client = new Client({ connectionString: server.url })
  await client.connect()
  try {
    await client.query(`update commerce_order set due_at = now() - $2 * interval '1 day' where id = $1`, [
      orderId,
      days,
    ])
  } finally {
    await client.end()
    await server.stop()
  }
}

/** What the newest invitation to somebody leads to. */
async function invitationOf(email: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const answer = await fetch(`${app.url}/api/dev/mail?to=${encodeURIComponent(email)}`)
      const { mails } = (await answer.json()) as { mails: { text: string }[] }
      link = mails.map(({ text }) => /\S+\/seat\?\S+/.exec(text)?.[0] ?? '').findLast(Boolean) ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('an organization invites its people from a pasted list, and one of them signs up, claims the seat and is in the program', async ({
  page,
  browser,
}) => {
  test.slow()
  const staff = await (await browser.newContext()).newPage()
  await post(staff, '/api/auth/login', { username: admin.username, password: admin.password })
  await post(staff, '/api/admin/cohorts', { id: cohortId, ...plan('2033-03-01'), capacity: 9 })

  await signUp(page, newPerson(), app.url)
  await page.goto(`${app.url}/organization`)
  await expect(page.getByRole('heading', { name: 'You do not manage an organization yet' })).toBeVisible()
  const organizationId = randomUUID()
  await post(page, '/api/organizations', { id: organizationId, name: 'Keel Ltd' })
  const products = await page.request.get(`${app.url}/api/products/type/certification_program`)
  const [{ id: productId }] = (await products.json()).products
  const wanted = { organizationId, productId, cohortId, method: 'invoice' }
  const ordered: string[] = []
  for (const seats of [3, 1, 1, 1]) {
    const { order } = await post(page, '/api/company-orders', { orderId: randomUUID(), seats, ...wanted })
    ordered.push(order.id)
  }
  for (const [at, days] of [40, 10, 70, 100].entries()) await dueBefore(ordered[at]!, days)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Keel Ltd' })).toBeVisible()
  const seats = page.getByRole('region', { name: /3 seats of order/ })
  await expect(
    seats.getByText('You can invite people once this order is paid, or once we release it.'),
  ).toBeVisible()
  await test.step('finance sees what is owed by its age, and gives access before the money', async () => {
    await staff.goto(`${app.url}/admin/finance/receivables`)
    const sums = staff.getByRole('table', { name: 'Open amounts by age' })
    await expect(sums.getByRole('row').nth(1)).toHaveText(
      /USD\s*\$2,500\.00\s*\$7,500\.00\s*\$2,500\.00\s*\$2,500\.00\s*\$15,000\.00/,
    )
    await staff.getByLabel('Show').selectOption('31 to 60 days overdue')
    const listed = staff.getByRole('table', { name: /Unpaid invoices/ }).getByRole('row')
    await expect(listed).toHaveCount(2)
    await listed.nth(1).getByRole('link').first().click()
    const opened = staff.getByRole('heading', { name: /^\$7,500\.00 of order/ })
    await expect(opened).toBeFocused()
    await expect(opened).toBeInViewport()
    await staff.getByLabel('Reason').fill('Known for years.')
    await staff.getByRole('button', { name: 'Grant access before payment' }).click()
    // Its real due date counts from here on.
    await staff.getByLabel('Show').selectOption('All')
    await expect(listed.filter({ hasText: '$7,500.00' })).toContainText('Granted')
    await expectAccessible(staff, 'the receivables')
    await staff.setViewportSize({ width: 1024, height: 800 })
    const cut = await sums.evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth)
    expect(cut, 'the sums are read without scrolling').toBeLessThanOrEqual(0)
    await staff.getByRole('button', { name: 'Close', exact: true }).click()
    const link = listed.filter({ hasText: '$7,500.00' }).getByRole('link').first()
    await staff.setViewportSize({ width: 1024, height: 500 })
    await link.click()
    await expect(opened, 'under the list, in view').toBeInViewport()
    await expect(opened).toBeFocused()
  })
  await test.step('the roster says of a seat without a person that nobody has claimed it', async () => {
    await staff.goto(`${app.url}/admin/operations/cohorts/${cohortId}`)
    const seat = staff.getByRole('rowheader', { name: /^Seat 1 of Keel Ltd, not claimed/ }).first()
    await expect(seat, 'there is no address below it').toHaveText('Seat 1 of Keel Ltd, not claimed')
    const roster = staff.getByRole('region', { name: 'Table: Roster' })
    for (const width of [1024, 1280, 1440]) {
      await staff.setViewportSize({ width, height: 800 })
      const cut = await roster.evaluate((box) => box.scrollWidth - box.clientWidth)
      expect(cut, `the roster is read without scrolling sideways at ${width}`).toBeLessThanOrEqual(0)
    }
  })
  await page.reload()
  await seats.getByRole('button', { name: 'Invite people' }).click()
  const list = page.getByLabel('Email addresses to invite')
  await expect(list).toBeFocused()
  const ada = newPerson()
  await list.fill(`Ada Lovelace <${ada.email}>\nnobody\nberta@keel.example\nberta@keel.example`)
  await expect(seats.getByText('Line 2: nobody has no email address.')).toBeVisible()
  await expect(seats.getByText(/Line 4: .* is already in line 3/)).toBeVisible()
  await seats.getByRole('button', { name: 'Invite 2 people' }).click()
  await expect(seats.getByRole('row', { name: /berta@keel.example/ })).toContainText('Invited')
  await expect(seats.getByText('0 claimed, 2 invited, 1 free.')).toBeVisible()
  await test.step('an invitation is taken back, and the focus goes back to where it was', async () => {
    const row = seats.getByRole('row', { name: /berta@keel.example/ })
    const keep = row.getByRole('button', { name: 'Keep it' })
    // The list that is read again after the invitations may replace the row meanwhile.
    await expect(async () => {
      if (!(await keep.isVisible())) await row.getByRole('button', { name: /^Take back seat 2/ }).click()
      await expect(keep).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await keep.click()
    await expect(row.getByRole('button', { name: /^Take back seat 2/ })).toBeFocused()
    await row.getByRole('button', { name: /^Take back seat 2/ }).click()
    await row.getByRole('button', { name: 'Take it back' }).click()
    await expect(seats.getByText('0 claimed, 1 invited, 2 free.')).toBeVisible()
  })
  await expectSound(page, 'the page of an organization')

  const theirs = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage()
  await theirs.goto(await invitationOf(ada.email))
  await expect(theirs.getByRole('heading', { name: 'Keel Ltd has a seat for you' })).toBeVisible()
  await expect(theirs).toHaveURL(`${app.url}/seat`)
  await theirs.getByRole('link', { name: 'Create an account' }).click()
  await theirs.getByLabel('Full name').fill('Ada Lovelace')
  await theirs.getByLabel('Email').fill(ada.email)
  await theirs.getByLabel('Password', { exact: true }).fill(ada.password)
  await theirs.getByLabel('Confirm password').fill(ada.password)
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await expect(theirs.getByLabel('Verification code')).toBeVisible()
  await theirs.getByLabel('Verification code').fill(await mailedCode(ada.email, app.url))
  await theirs.getByLabel(/^Keel Ltd may see how many labs I attended/).check()
  await theirs.getByRole('button', { name: 'Claim your seat' }).click()
  await expect(theirs.getByRole('heading', { name: 'This seat is yours' })).toBeVisible()
  await expectAccessible(theirs, 'the page of a seat')
  await theirs.getByRole('link', { name: 'Open your program' }).click()
  await expect(theirs.getByRole('main')).toContainText('Your cohort runs from Tuesday, March 1, 2033')
  await expect(theirs.getByRole('main')).toContainText('Your seat was bought by Keel Ltd.')
  await test.step('who claimed a seat is enrolled: the program page shows the start in place of price and Enroll', async () => {
    await theirs.goto(`${app.url}/certification/program-details`)
    const note = theirs.getByRole('complementary', { name: 'Your enrollment' })
    await expect(note).toContainText('You are enrolled. Your cohort starts Tuesday, March 1, 2033.')
    await expect(theirs.getByRole('complementary', { name: 'The program at a glance' })).toHaveCount(0)
    await expect(theirs.getByRole('region', { name: 'Enroll', exact: true })).toHaveCount(0)
    const main = theirs.getByRole('main')
    await expect(main.getByText(/Buying for a team|One-time payment|Included in the price/)).toHaveCount(0)
    await expect(main.getByRole('list', { name: 'Volume prices' })).toHaveCount(0)
    await expect(main.getByRole('button', { name: /Enroll/ })).toHaveText(['Enroll again'])
    await note.getByRole('link', { name: 'Your program' }).click()
    await expect(theirs.getByRole('main')).toContainText('Your seat was bought by Keel Ltd.')
  })

  await page.reload()
  await expect(seats.getByRole('row', { name: /Grace|Ada/ })).toContainText('Claimed')
  await expect(seats.getByText('1 claimed, 0 invited, 2 free.')).toBeVisible()
})

/** Money for the transfer of this amount, in minor units, reaches the account that the invoice names. */
async function transferArrives(page: Page, amount: number): Promise<void> {
  const state = await (await page.request.get(`${app.url}/lab/state`)).json()
  const intent = JSON.stringify(state).match(new RegExp(`"id":"(pi_[^"]+)"[^{}]*"amount":${amount}\\b`))?.[1]
  expect(intent, 'an account at Stripe for the invoice').toBeDefined()
  await page.request.post(`${app.url}/lab/objects/${intent}/transfer`, { data: {} })
}

test('a company asks for a cohort of its own and gets from the quote to 20 claimed seats and their report with one press of staff, and types no figure twice', async ({
  page,
  browser,
}) => {
  test.slow()
  const staff = await (await browser.newContext()).newPage()
  await post(staff, '/api/auth/login', { username: admin.username, password: admin.password })
  await post(staff, '/api/admin/cohorts', { id: randomUUID(), ...plan('2033-05-02'), capacity: 9 })
  const { sections } = await (await staff.request.get(`${app.url}/api/settings`)).json()
  const { values, revision } = sections.find(({ key }: { key: string }) => key === 'companyOrders')
  const settings = { values: { ...values, stripeBankTransfer: true }, revision }
  expect((await staff.request.put(`${app.url}/api/settings/companyOrders`, { data: settings })).ok()).toBe(
    true,
  )

  await signUp(page, newPerson(), app.url)
  await page.goto(`${app.url}/organization/buy`)
  await page.getByLabel('A cohort of our own').check()
  await expect(page.getByRole('button', { name: 'Order by invoice' })).toHaveCount(0)
  await page.getByLabel('First day').fill('2033-08-01')
  await page.getByLabel('Seats').fill('20')
  await page.getByLabel('Company').fill('Mast Ltd')
  await page.getByLabel('Street and number').fill('1 Main Street')
  await page.getByLabel('City').fill('Boston')
  await page.getByLabel('Country').fill('United States')
  await page.getByLabel('Purchase order number').fill('PO-4711')
  await expectSound(page, 'the purchase of a cohort of its own')
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await expect(page.getByText('Your own cohort starts')).toBeVisible()
  await expect(page.getByText('Monday, August 1, 2033')).toBeVisible()

  await test.step('the one press of staff', async () => {
    await staff.goto(`${app.url}/admin/today`)
    await staff.getByRole('link', { name: /Private cohorts to open/ }).click()
    await staff.getByRole('button', { name: /^Open Monday, August 1, 2033 for Q-/ }).click()
    await expect(staff.getByRole('link', { name: 'Monday, August 1, 2033' })).toBeVisible()
    await expectAccessible(staff, 'the quotes')
  })
  await expect(page.getByLabel('Purchase order number')).toHaveValue('PO-4711')
  await page.getByLabel('Your name').fill('Mary Somerville')
  await page.getByRole('button', { name: 'Accept and order' }).click()
  await expect(page.getByText('This quote has been accepted.')).toBeVisible()
  await transferArrives(page, 5_000_000)

  const people = Array.from({ length: 20 }, () => newPerson())
  await expect(async () => {
    await page.goto(`${app.url}/organization`)
    await page.getByRole('button', { name: 'Invite people' }).click({ timeout: 3_000 })
  }).toPass()
  await page.getByLabel('Email addresses to invite').fill(people.map(({ email }) => email).join('\n'))
  await page.getByRole('button', { name: 'Invite 20 people' }).click()
  await expect(page.getByText('0 claimed, 20 invited, 0 free.')).toBeVisible()
  for (const [at, person] of people.entries()) {
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await signUp(theirs, person, app.url)
    const link = await invitationOf(person.email)
    if (at > 0)
      await post(theirs, '/api/seats/claim', { token: new URL(link).search.slice(1), sharesReport: at < 18 })
    else {
      await theirs.goto(link)
      await expect(theirs.getByText('The cohort starts on Monday, August 1, 2033.')).toBeVisible()
      await theirs.getByRole('button', { name: 'Claim your seat' }).click()
      await theirs.getByRole('link', { name: 'Open your program' }).click()
      const sharing = theirs.getByRole('region', { name: 'What your organization sees' })
      await sharing.getByRole('checkbox').check()
      // While it is being saved the box takes no other answer.
      await expect(sharing.getByRole('checkbox')).not.toHaveAttribute('aria-disabled')
      await theirs.reload()
      await expect(sharing.getByRole('checkbox')).toBeChecked()
    }
    await context.close()
  }
  await page.reload()
  await expect(page.getByText('20 claimed, 0 invited, 0 free.')).toBeVisible()
  const report = page.getByRole('region', { name: 'Report' })
  await expect(report).toContainText('18 of 20 participants share their progress. 0 are certified.')
  const download = page.waitForEvent('download')
  await report.getByRole('link', { name: 'Report (PDF)' }).click()
  expect((await download).suggestedFilename()).toBe('program-report.pdf')
  await expectSound(page, 'an organization with a report')
  // Nobody else sees the date.
  await staff.context().clearCookies()
  await staff.goto(`${app.url}/certification/program-details`)
  await expect(staff.getByText('Monday, May 2, 2033').first()).toBeVisible()
  await expect(staff.getByText('August 1, 2033')).toHaveCount(0)
})
