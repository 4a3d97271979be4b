import { expect, type Page } from '@playwright/test'
import { logIn, tab } from './admin-page.ts'
import { paidOrder } from './finance-page.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const addressOf = (page: Page): string => page.url().slice(site('').length)

test('Back and reload keep place, filter and open record; what a mail linked to is found after signing in', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const problems = watchPage(page)
  const { id, shortId, email } = await paidOrder()
  await logIn(page)

  await test.step('an unfolded section', async () => {
    await tab(page, '/about')
    await page.getByRole('button', { name: /^Our story/ }).click()
    await expect(page).toHaveURL(/\/admin\/content\/pages\/about\?open=about-hero$/)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Our story/ })).toHaveAttribute('aria-expanded', 'true')
  })

  await test.step('a search, an order of it, a version of the order', async () => {
    await tab(page, 'Orders')
    await page.getByLabel('Find').fill(email)
    await page.getByLabel('Find').press('Enter')
    await page.getByRole('link', { name: `Open order ${shortId}` }).click()
    const slider = page.getByRole('slider', { name: 'Version of the order' })
    await slider.press('Home')
    await expect(page.getByRole('heading', { name: 'The order as of version 1' })).toBeVisible()
    await expect(page).toHaveURL(/version=1/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The order as of version 1' })).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Find')).toHaveValue(email)
    await expect(page.getByText('1 to 1 of 1 order')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Find')).toHaveValue(email)
    await page.goForward()
    await expect(page.getByRole('heading', { name: 'The order as of version 1' })).toBeVisible()
  })

  await test.step('a look at another tab loses nothing, and the tab leads to its list', async () => {
    const order = addressOf(page)
    await tab(page, 'Books')
    await page.getByLabel('Group by', { exact: true }).selectOption('Day')
    await expect(page).toHaveURL(/\/admin\/finance\/books\?by=day&from=[\d-]{10}$/)
    await tab(page, 'Orders')
    expect(addressOf(page)).toBe(order)
    await tab(page, 'Orders')
    await expect(page).toHaveURL(site('/admin/orders'))
    await tab(page, 'Money')
    await expect(page.getByLabel('Group by', { exact: true })).toHaveValue('day')
  })

  await test.step('a figure of the books, and the way back from it', async () => {
    await page
      .getByRole('button', { name: /^Received .*: show its events$/ })
      .first()
      .press('Enter')
    await expect(page.getByRole('region', { name: 'Events of this figure' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Events of this figure' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('region', { name: 'Events of this figure' })).toHaveCount(0)
  })

  await test.step('one lead, whatever the list shows; its unsaved note outlives a look elsewhere', async () => {
    const name = 'Beatrix Potter'
    const sent = await page.request.post(site('/api/leads'), {
      data: {
        name,
        phone_number: '+44 20 7946 0000',
        email: `beatrix-${Date.now()}@company.example`,
        company_name: 'Warne',
        lead_type: 'normal_lead',
      },
    })
    expect(sent.ok()).toBe(true)
    await tab(page, 'Leads')
    await page.getByLabel('Search').fill(name)
    await page.getByRole('link', { name }).first().click()
    await page.getByLabel('New note').fill('Calls back on Monday.')
    await page.getByRole('complementary', { name: /^Lead/ }).getByRole('button', { name: 'Close' }).click()
    await tab(page, 'Performance')
    await tab(page, 'Leads')
    await expect(page.getByLabel('Search')).toHaveValue(name)
    await page.getByRole('link', { name }).first().click()
    await expect(page.getByLabel('New note')).toHaveValue('Calls back on Monday.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Note added.')).toBeVisible()
    await page.goto(`${page.url().replace(/\?.*/, '')}?search=nobody-of-this-name`)
    await expect(page.getByText('No leads match this filter.')).toBeVisible()
    await expect(page.getByRole('listitem').getByText('Calls back on Monday.')).toBeVisible()
  })

  await test.step('addresses of nothing', async () => {
    await page.goto(site('/admin/orders/not-an-order'))
    await expect(page.getByText('Order not found.')).toBeVisible()
    await expect(page.getByText('could not be loaded')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Quotes', exact: true }).click()
    await expect(page).toHaveURL(site('/admin/finance/quotes'))
    await page.goto(site('/admin/orders'))
    await expect(page.getByRole('heading', { level: 2, name: 'Orders' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Orders' })).not.toBeFocused()
    await page.goto(site('/admin/leads/00000000-0000-4000-8000-000000000000'))
    await page.getByRole('complementary', { name: /^Lead/ }).getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(site('/admin/leads'))
    await page.goto(site(`/admin/orders/${id}?version=-3`))
    await expect(page.getByRole('heading', { name: /^The order now, version / })).toBeVisible()
    for (const of of ['/admin/finance/no-such-view', '/admin/finance', '/admin?tab=finance']) {
      await page.goto(site(of))
      await expect(page).toHaveURL(site('/admin/finance/books'))
    }
    await page.goto(site('/admin/content/pages/no-such-page'))
    await expect(page.getByText('This page is not available to you.')).toBeVisible()
  })

  await test.step('the links of mails, today’s and older ones, in a browser that is not signed in', async () => {
    const context = await browser.newContext()
    const colleague = await context.newPage()
    await colleague.goto(site(`/admin/orders/${id}`))
    await colleague.getByLabel('Username').fill('admin')
    await colleague.getByLabel('Password').fill('Test-admin-password-1')
    await colleague.getByRole('button', { name: 'Sign in' }).click()
    await expect(colleague.getByRole('heading', { name: `Order ${shortId}` })).toBeVisible()
    await colleague.goto(site(`/admin?tab=orders&order=${id}`))
    await expect(colleague).toHaveURL(site(`/admin/orders/${id}`))
    await expect(colleague.getByRole('heading', { name: `Order ${shortId}` })).toBeVisible()
    await colleague.getByRole('button', { name: 'Logout' }).click()
    await expect(colleague.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await expect(colleague).toHaveURL(site('/admin'))
    await context.close()
  })
  expect(problems).toEqual([])
})
