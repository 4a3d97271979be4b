import { expect, type Page } from '@playwright/test'
import { admin } from '../support/app.ts'
import { test } from './journey.ts'
import { expectSound, toast } from './paying.ts'
import { mailedCode, newPerson, type Person, site, touch, watchPage } from './person.ts'

/** Fills fields by their labels and counts them. */
function counted(page: Page): {
  fill: (label: string | RegExp, text: string) => Promise<void>
  count: () => number
} {
  let filled = 0
  return {
    fill: async (label, text) => {
      filled += 1
      await page.getByLabel(label).fill(text)
    },
    count: () => filled,
  }
}

type Fill = ReturnType<typeof counted>['fill']

/** From the program page to the form for companies, filled in for 25 seats. */
async function fillPurchase(page: Page, fill: Fill): Promise<void> {
  // As with volume steps that staff has set; they are nobody else's here.
  await page.route('**/api/products/type/*', async (route) => {
    const answer = await route.fetch()
    const { products, ...rest } = await answer.json()
    const seatPrices = [
      { from: 5, each: '2250.00' },
      { from: 50, each: '2124.50' },
    ]
    const stepped = (products as object[]).map((product) => ({ ...product, seatPrices }))
    await route.fulfill({ response: answer, json: { ...rest, products: stepped } })
  })
  await page.goto(site('/certification/program-details'))
  await touch(page)
  const stepPrices = page.getByRole('list', { name: 'Volume prices' }).getByRole('listitem')
  const said = ['From 5 seats: $2,250 each', 'From 50 seats: $2,124.50 each']
  await expect(stepPrices).toHaveText(said)
  await page.getByRole('link', { name: 'See the price for your seats' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Seats for your organization' })).toBeVisible()
  await expect(stepPrices).toHaveText(said)
  await fill('Seats', '25')
  await expect(page.getByRole('region', { name: 'Your price' }).getByText('$62,500.00').first()).toBeVisible()
  await fill('Company', 'Connexion & Co')
  await fill('Street and number', '1 Main Street')
  await fill('City', 'Boston')
  await fill('Country', 'United States')
}

async function signUpOnTheWay(page: Page, fill: Fill, person: Person): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  await fill(/full name/i, person.fullName)
  await fill('Email', person.email)
  await fill(/^password$/i, person.password)
  await fill(/confirm password/i, person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
  await fill(/code/i, await mailedCode(person.email))
  await expect(page.getByRole('heading', { level: 1, name: 'Seats for your organization' })).toBeVisible()
}

test('a company buys 25 seats from the program page by invoice, with 14 fields at most, signing up on the way, and keeps its details', async ({
  page,
}) => {
  const problems = watchPage(page)
  const { fill, count } = counted(page)
  const began = performance.now()
  await fillPurchase(page, fill)
  await page.getByRole('button', { name: 'Order by invoice' }).click()
  await signUpOnTheWay(page, fill, newPerson())
  // Nothing that was typed is lost.
  await expect(page.getByLabel('Seats')).toHaveValue('25')
  await expect(page.getByLabel('Company')).toHaveValue('Connexion & Co')
  await fill('Purchase order number', 'PO-4711')
  await page.getByRole('button', { name: 'Order by invoice' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your order is placed' })).toBeVisible()
  expect(count()).toBeLessThanOrEqual(14)
  // From the program page to the order, with the account on the way; a person types slower, and has 14 fields to type.
  expect((performance.now() - began) / 60_000, 'minutes').toBeLessThan(4)
  const order = page.getByRole('region', { name: 'The order' })
  await expect(order.getByText('25 seats')).toBeVisible()
  await expect(order.getByText(/^INV-/)).toBeVisible()
  await expect(page.getByText(/^Please pay \$62,500\.00 by /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hand out the seats' })).toHaveCount(0)
  await expectSound(page, 'an order by invoice')
  await page.getByRole('link', { name: 'Order details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Order Is Placed' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Pay by bank transfer' }).getByText('$62,500.00'),
  ).toBeVisible()

  // The page of the organization has its details; the next order begins with them.
  await page.goto(site('/organization'))
  const details = page.getByRole('region', { name: 'Details for invoices' })
  await expect(details.getByLabel('Company')).toHaveValue('Connexion & Co')
  await details.getByLabel('City').fill('')
  await details.getByLabel('Email for invoices').fill('nobody')
  await details.getByRole('button', { name: 'Save details' }).click()
  await expect(details.getByText('City is needed for the invoice.')).toBeVisible()
  await details.getByLabel('City').fill('Salem')
  await details.getByRole('button', { name: 'Save details' }).click()
  await expect(details.getByText('Email for invoices must be an email address')).toBeVisible()
  await details.getByLabel('Email for invoices').fill('invoices@connexion.example')
  await details.getByLabel('Purchase order number').fill('CC 12')
  await details.getByRole('button', { name: 'Save details' }).click()
  await expect(toast(page, 'Saved. Your next order will use these details.')).toBeVisible()
  await expect(details.getByText(/^Waiting for confirmation/)).toBeVisible()
  await expectSound(page, 'the page of an organization')
  await page.goto(site('/organization/buy'))
  await expect(page.getByLabel('City')).toHaveValue('Salem')
  await expect(page.getByLabel('Purchase order number')).toHaveValue('CC 12')
  expect(problems).toEqual([])
})

test('a company buys 25 seats by card from a fresh sign-up to paid seats, with 14 fields at most and nobody of the staff', async ({
  page,
}) => {
  const problems = watchPage(page)
  const { fill, count } = counted(page)
  const began = performance.now()
  await fillPurchase(page, fill)
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await signUpOnTheWay(page, fill, newPerson())
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pay for your seats' })).toBeVisible()
  await fill(/card number/i, '4242 4242 4242 4242')
  await fill(/expir/i, '12 / 34')
  await fill(/security code/i, '123')
  await page.getByRole('button', { name: 'Pay $62,500.00', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your seats are paid' })).toBeVisible()
  expect(count()).toBeLessThanOrEqual(14)
  expect((performance.now() - began) / 60_000, 'minutes').toBeLessThan(4)
  await page.getByRole('link', { name: 'Hand out the seats' }).click()
  await expect(page.getByText('0 claimed, 0 invited, 25 free.')).toBeVisible()
  expect(problems).toEqual([])
})

test('a quote is asked for, read and accepted by somebody without an account, and errors are at their fields', async ({
  page,
  browser,
}) => {
  const { fill } = counted(page)
  await fillPurchase(page, fill)
  await page.getByLabel('Company').fill('')
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await expect(page.getByText('Company is needed for the invoice.')).toBeVisible()
  await expect(page.getByLabel('Company')).toBeFocused()
  await page.getByLabel(/^Code/).fill('NOBODY-KNOWS')
  await expect(page.getByText('We do not know this code. Check how it is spelled.')).toBeVisible()
  await page.getByLabel(/^Code/).fill('')
  await page.getByLabel('Company').fill('Connexion & Co')
  await expectSound(page, 'the page for companies')
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await signUpOnTheWay(page, fill, newPerson())
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quote' })).toBeVisible()
  const address = page.url()

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(address)
  await expect(stranger.getByText('$62,500.00').first()).toBeVisible()
  await expectSound(stranger, 'a quote')
  await stranger.getByLabel('Your name').fill('Mary Somerville')
  await stranger.getByLabel(/^Purchase order number/).fill('PO-4712')
  await stranger.getByRole('button', { name: 'Accept and order' }).click()
  await expect(stranger.getByText('This quote has been accepted.')).toBeVisible()
  await stranger.context().close()

  await page.reload()
  await expect(page.getByRole('link', { name: 'Open the order' })).toHaveAttribute(
    'href',
    /^\/organization\/orders\//,
  )
  // The page of the organization lists it, and leads to the same page of its order.
  await page.goto(site('/organization'))
  const quotes = page.getByRole('region', { name: 'Quotes' })
  await expect(quotes.getByRole('listitem')).toHaveText(
    /Q-\d{6} Accepted.*25 seats, \$62,500\.00.*valid until/,
  )
  await expectSound(page, 'the page of an organization with a quote')
  await quotes.getByRole('link', { name: /^Open the order of Q-/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Order Is Placed' })).toBeVisible()

  await test.step('staff open a cohort for the company, which buys for itself again', async () => {
    const staff = await (await browser.newContext()).newPage()
    const signedIn = await staff.request.post(site('/api/auth/login'), {
      data: { username: admin.username, password: admin.password },
    })
    expect(signedIn.ok()).toBe(true)
    await staff.goto(site('/admin/operations/cohorts/new'))
    await staff.getByLabel('First day').fill('2033-09-05')
    await staff.getByLabel('Only for the company').fill('Connexion')
    await staff.getByRole('button', { name: 'Open this cohort' }).click()
    await expect(staff.getByText('Company found: choose one, or clear the field above.')).toBeVisible()
    // The journeys beside this one buy for companies of the same name.
    const { organizations } = await (await page.request.get(site('/api/organizations/mine'))).json()
    await staff.getByLabel('Company found').selectOption(organizations[0].id)
    await staff.getByRole('button', { name: 'Open this cohort' }).click()
    await expect(staff.getByRole('heading', { name: 'Monday, September 5, 2033' })).toBeVisible()
    await staff.context().close()
    await page.goto(site('/organization/buy'))
    const buyFor = page.getByRole('combobox', { name: 'Buy for' })
    await expect(buyFor.getByRole('option', { selected: true })).toHaveText('Connexion & Co')
    await expect(page.getByText('Only for your organization: Monday, September 5, 2033.')).toBeVisible()
    await buyFor.selectOption({ label: 'Another organization' })
    await expect(page.getByText(/^Only for your organization/)).toHaveCount(0)
    await expect(page.getByLabel('Company')).toHaveValue('')
    await buyFor.selectOption({ label: 'Connexion & Co' })
    await expect(page.getByLabel('Company')).toHaveValue('Connexion & Co')
    await expectSound(page, 'the form for a company that buys again')
  })
})
