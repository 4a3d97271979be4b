import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { admin } from '../support/app.ts'
import { digitsOf } from '../support/authenticator-app.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { createStaff, expectAccessibleInBoth, paidOrder } from './finance-page.ts'
import { test } from './journey.ts'
import { watchPage } from './person.ts'

const viewer = { username: 'vera', password: 'A-long-password-of-a-viewer-1A', role: 'viewer' } as const

let app: SpawnedApp
test.beforeAll(async () => {
  test.setTimeout(180_000)
  app = await spawnApp()
  await createStaff(app, viewer)
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
})

async function signIn(page: Page, who: { username: string; password: string }): Promise<void> {
  await page.goto(`${app.url}/admin`)
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
async function staffPage(browser: Browser, who: { username: string; password: string }): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, who)
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  return page
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

test('given an owner and a viewer, then the owner sees and ends the sessions, gives a new password, adds and disables members, each changes the own account, and the audit says who did it', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const problems = watchPage(page)
  const veras = await staffPage(browser, viewer)
  await tab(veras, 'Your account')
  await expect(veras.getByText('This session')).toBeVisible()
  await expect(veras.getByRole('heading', { name: 'Members of staff' })).toHaveCount(0)

  await signIn(page, admin)
  await tab(page, 'Your account')
  const own = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(own.getByText('This session')).toBeVisible()
  await expect(own.getByText(/Started .*, last used .*, from /)).toBeVisible()
  await tab(page, 'Staff')
  const card = page.getByRole('article', { name: 'vera' })
  await expect(card.getByText('No second factor')).toBeVisible()
  await expectAccessibleInBoth(page, 'the members of staff')

  await test.step('the session of another member is ended', async () => {
    await card.getByRole('button', { name: /^End session of vera on/ }).click()
    await expect(card.getByText('Not signed in anywhere.')).toBeVisible()
    expect((await veras.request.get(`${app.url}/api/auth/verify`)).status()).toBe(401)
  })

  await test.step('a wrong password is tried', async () => {
    const stranger = await browser.newContext()
    const data = { username: viewer.username, password: 'Wrong-password-1' }
    expect((await stranger.request.post(`${app.url}/api/auth/login`, { data })).status()).toBe(401)
    await stranger.close()
  })

  let given = ''
  await test.step('a new password is shown once and passes', async () => {
    await card.getByRole('button', { name: 'New password' }).click()
    await page.getByRole('button', { name: 'Generate the password' }).click()
    const shown = page.getByTestId('new-password')
    await expect(shown).toHaveText(/^\S{16}$/)
    await expectAccessibleInBoth(page, 'a new password')
    given = (await shown.textContent()) ?? ''
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect(shown).toHaveCount(0)
    await veras.context().clearCookies()
    await signIn(veras, { username: viewer.username, password: given })
    await expect(veras.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  })

  const ownPassword = 'A-new-password-of-a-viewer-2B'
  await test.step('the member changes the password and sets up an authenticator app', async () => {
    await tab(veras, 'Your account')
    const password = veras.getByRole('region', { name: 'Password' })
    await password.getByLabel('Current password').fill('not-this-one-1A')
    await password.getByLabel('New password', { exact: true }).fill(ownPassword)
    await password.getByLabel('Confirm new password').fill('something-else-1A')
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(password.getByText('Passwords do not match')).toBeVisible()
    await password.getByLabel('Confirm new password').fill(ownPassword)
    await password.getByLabel('Current password').fill(given)
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(veras.getByText('Your password is changed.')).toBeVisible()

    const factor = veras.getByRole('region', { name: 'Second factor' })
    await factor.getByRole('button', { name: 'Set up a second factor' }).click()
    await expect(factor.getByLabel('Your password')).toBeFocused()
    await factor.getByLabel('Your password').fill(ownPassword)
    await factor.getByRole('button', { name: 'Continue' }).click()
    await expect(factor.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
    await expectAccessibleInBoth(veras, 'the key of an authenticator app')
    const key = (await factor.getByTestId('totp-key').textContent())?.replaceAll(' ', '') ?? ''
    await factor.getByLabel('Six-digit code from the app').fill(digitsOf(key, new Date()))
    await factor.getByRole('button', { name: 'Set it up' }).click()
    await expect(factor.getByText('Set up', { exact: true })).toBeVisible()
    await expect(factor.getByRole('button', { name: 'Use another app' })).toBeFocused()
  })

  await test.step('a member is added, gets another role, is disabled and enabled', async () => {
    await page.getByRole('button', { name: 'Add a member' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await dialog.getByLabel('Username').fill('vera')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText('Username: "vera" exists already')).toBeVisible()
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await expectAccessibleInBoth(page, 'a member to add')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Add a member' }).click()
    await expect(dialog.getByLabel('Username')).toHaveValue('')
    await dialog.getByLabel('Username').fill('fiona')
    await dialog.getByLabel('Role').selectOption('finance')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('The first password of fiona, shown once:')).toBeVisible()
    const password = (await page.getByTestId('new-password').textContent()) ?? ''
    const fiona = page.getByRole('article', { name: 'fiona' })
    await fiona.getByLabel('Role', { exact: true }).selectOption('editor')
    await page.getByRole('button', { name: 'Change the role' }).click()
    await expect(fiona.getByLabel('Role', { exact: true })).toHaveValue('editor')
    await fiona.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('button', { name: 'Disable the account' }).click()
    await expect(fiona.getByText('Disabled', { exact: true })).toBeVisible()

    const context = await browser.newContext()
    const fionas = await context.newPage()
    await signIn(fionas, { username: 'fiona', password })
    await expect(fionas.getByText('This account is disabled. Ask an owner to enable it.')).toBeVisible()
    await fiona.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.getByRole('button', { name: 'Enable the account' }).click()
    await expect(fiona.getByText('Disabled', { exact: true })).toHaveCount(0)
    await fionas.getByRole('button', { name: 'Sign in' }).click()
    await expect(fionas.getByRole('heading', { name: 'Content Management' })).toBeVisible()
    await context.close()
  })

  await test.step('the audit names account, doer and address, for viewers no address', async () => {
    await tab(page, 'Audit log')
    await page.getByRole('link', { name: 'Sign-ins and accounts' }).click()
    await expect(page.getByText(/^vera was given a new password, by admin, from /)).toBeVisible()
    await expect(page.getByText(/^vera had a session ended, by admin/)).toBeVisible()
    await expect(page.getByText(/^fiona was given another role, by admin/)).toBeVisible()
    await expect(page.getByText(/^fiona was disabled, by admin/)).toBeVisible()
    await expect(page.getByText(/^vera failed to sign in: wrong password/).first()).toBeVisible()
    await expectAccessibleInBoth(page, 'sign-ins in the audit log')
    await tab(veras, 'Audit log')
    await veras.getByRole('link', { name: 'Sign-ins and accounts' }).click()
    await expect(veras.getByText(/^vera signed in$/).first()).toBeVisible()
    await expect(veras.getByText(/, from /)).toHaveCount(0)
  })

  await test.step('a cohort is opened, sold, made smaller and cancelled; its roster is searched, and viewers read it without addresses', async () => {
    await tab(page, 'Cohorts')
    await page.getByRole('button', { name: 'Open a cohort' }).click()
    const form = page.getByRole('complementary', { name: 'New cohort' })
    await expect(form.getByRole('heading', { name: 'New cohort' })).toBeFocused()
    await form.getByRole('button', { name: 'Open this cohort' }).click()
    await expect(form.getByText('First day: enter a date.')).toBeVisible()
    await form.getByLabel('First day').fill('2033-03-07')
    await expect(form.getByText('Monday, March 7, 2033. Week 12 ends on Sunday, May 29, 2033.')).toBeVisible()
    await form.getByLabel('Time zone').fill('Mars/Olympus')
    await form.getByLabel('Places').fill('3')
    await form.getByRole('button', { name: 'Open this cohort' }).click()
    await expect(form.getByLabel('Time zone')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessibleInBoth(page, 'a cohort to open')
    await form.getByLabel('Time zone').fill('Europe/Berlin')
    let lost = false
    // The answer is lost after the cohort was opened: the same form does not open a second one.
    await page.route('**/api/admin/cohorts', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      if (lost) return route.fallback()
      lost = true
      await route.fetch()
      await route.fulfill({ status: 502 })
    })
    await form.getByRole('button', { name: 'Open this cohort' }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    await form.getByRole('button', { name: 'Open this cohort' }).click()
    const cohort = page.getByRole('complementary', { name: 'Cohort of Monday, March 7, 2033' })
    await expect(cohort.getByText('No participants yet.')).toBeVisible()

    const [cohortId] = /[\w-]{36}/.exec(page.url())!
    const { email } = await paidOrder(app.url, { cohortId })
    await page.reload()
    await expect(cohort.getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
    await cohort.getByLabel('Search the roster').fill('nobody')
    await expect(cohort.getByText('No matches for “nobody”.')).toBeVisible()
    await cohort.getByLabel('Search the roster').fill(email)
    await expect(cohort.getByRole('row', { name: /Grace Hopper/ }).first()).toContainText('Paid')
    const [roster] = await Promise.all([
      page.waitForEvent('download'),
      cohort.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    expect(roster.suggestedFilename()).toBe('roster-2033-03-07.csv')
    expect(await readFile(await roster.path(), 'utf8')).toContain(`1,taken,Grace Hopper,${email},`)

    await test.step('what is written to the participants is kept while another view is open', async () => {
      await cohort.getByRole('link', { name: 'Messages' }).click()
      await cohort.getByLabel('Subject').fill('Before week one')
      await cohort.getByRole('link', { name: 'Plan' }).click()
      await expect(cohort.getByLabel('Subject')).toBeHidden()
      await cohort.getByRole('link', { name: 'Messages' }).click()
      await expect(cohort.getByLabel('Subject')).toHaveValue('Before week one')
    })
    await cohort.getByRole('link', { name: 'Plan' }).click()
    await expect(page).toHaveURL(`${app.url}/admin/operations/cohorts/${cohortId}/plan`)
    await expect(cohort.getByText('1 participant has a place, and keeps it.')).toBeVisible()
    await cohort.getByLabel('Total places').fill('1')
    await expect(cohort.getByText('2 fewer, 0 left to sell then. Nobody loses a place.')).toBeVisible()
    await cohort.getByRole('button', { name: 'Change places' }).click()
    const row = page.getByRole('table', { name: 'Cohorts' }).getByRole('row', { name: /March 7, 2033/ })
    await expect(row.getByRole('cell')).toHaveText(['0', 'Open'])
    await expect(
      cohort.getByText(/^Until .*May 29, 2033\. Places: 1, of which 1 paid and 0 reserved; 0 waiting/),
    ).toBeVisible()
    await expectAccessibleInBoth(page, 'the plan of a cohort')
    await cohort.getByRole('link', { name: 'Participants' }).click()
    await expectAccessibleInBoth(page, 'a cohort and its roster')

    await veras.goto(page.url())
    const read = veras.getByRole('complementary', { name: 'Cohort of Monday, March 7, 2033' })
    // Viewers read neither the name nor the address: a place is named by its order.
    await expect(read.getByRole('row', { name: /^Order / })).toContainText('not shown')
    await expect(read.getByRole('link', { name: 'Export as CSV' })).toHaveCount(0)
    await expect(read.getByRole('link', { name: 'Progress' })).toBeVisible()
    await expect(read.getByRole('link', { name: 'Plan' })).toHaveCount(0)

    await cohort.getByRole('link', { name: 'Plan' }).click()
    await cohort.getByRole('button', { name: 'Cancel this cohort' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1 participant has paid, loses the place')
    await dialog.getByRole('button', { name: 'Cancel the cohort' }).click()
    await expect(row.getByRole('cell')).toHaveText(['–', 'Cancelled'])
    await expect(
      cohort.getByText(/Places: 1, of which 0 paid and 0 reserved; 0 waiting, 1 paid without a place/),
    ).toBeVisible()
    await expect(cohort.getByRole('row', { name: /Grace Hopper/ }).first()).toContainText(
      'Paid, needs a place',
    )
  })
  expect(problems).toEqual([])
})
