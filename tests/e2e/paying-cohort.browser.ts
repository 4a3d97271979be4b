import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { answering, cardForm, expectSound, walkTo } from './paying.ts'
import { newPerson, signUp, site } from './person.ts'

const labs = [{ weekday: 2, time: '12:00', minutes: 90 }]
const cohort = (id: string, startsOn: string, endsOn: string, placesLeft: number) => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${id}`, startsOn, endsOn, timeZone: 'America/New_York' },
  ...{ labs, coachingWeeks: [4, 9], placesLeft },
})
const march = cohort('1', '2033-03-07', '2033-05-29', 1)
const june = cohort('2', '2033-06-06', '2033-08-28', 7)
const autumn = cohort('3', '2033-09-05', '2033-11-27', 0)

const chosen = (date: typeof march, place: string, heldUntil: Date | null = null) => ({
  ...{ cohortId: date.id, startsOn: date.startsOn, endsOn: date.endsOn, timeZone: date.timeZone, place },
  ...{ heldUntil: heldUntil?.toISOString() ?? null, cancelled: false, refundAsked: false },
})

/** The site as it is while dates are open. Other journeys share it, so none is really opened: the server's part is tested by HTTP. */
async function withDates(page: Page): Promise<void> {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), cohorts: [march, june, autumn] },
    })
  })
  await page.route('**/api/cohorts', answering({ success: true, cohorts: [march, june, autumn] }))
}

/** What the payment asked for a place, in the order of the calls. */
async function withPlaces(page: Page, place: () => object): Promise<unknown[]> {
  const wanted: unknown[] = []
  await page.route('**/api/checkout/create-payment-intent', async (route) => {
    const { cohortId, preferredCohortId, offer, ...metadata } = route.request().postDataJSON().metadata
    wanted.push(
      Object.fromEntries(Object.entries({ cohortId, preferredCohortId, offer }).filter(([, value]) => value)),
    )
    const answer = await route.fetch({ postData: { ...route.request().postDataJSON(), metadata } })
    await route.fulfill({ response: answer, json: { ...(await answer.json()), cohort: place() } })
  })
  return wanted
}

const full = answering(
  {
    success: false,
    error: 'The last place has gone.',
    code: 'COHORT_FULL',
    message: 'The last place has gone.',
  },
  409,
)

test('the payment page says until when the place is held, holds it again, and lets another date be chosen', async ({
  page,
}) => {
  await withDates(page)
  let place = chosen(march, 'held', new Date(Date.now() + 20 * 60_000))
  const wanted = await withPlaces(page, () => place)
  await signUp(page, newPerson())
  await page.goto(site('/payment'))
  await cardForm(page)
  const start = page.getByRole('region', { name: 'Your start date' })
  await expect(start).toContainText('Monday, March 7, 2033')
  await expect(start).toContainText(/Your place is held until .*\d:\d\d/)

  // The same page, once the time is over.
  place = chosen(march, 'held', new Date(Date.now() - 60_000))
  await page.reload()
  await cardForm(page)
  await expect(start).toContainText('Your place is no longer held')
  await page.route('**/api/orders/*/cohort', full)
  await start.getByRole('button', { name: 'Hold it again' }).click()
  await expect(start.getByRole('alert')).toContainText('The last place has gone.')

  await start.getByRole('button', { name: 'Change the date' }).click()
  await expect(start.getByRole('radio', { name: 'Monday, June 6, 2033 7 places left' })).toBeFocused()
  await expect(start.getByRole('radio', { name: 'Monday, September 5, 2033 Full' })).toBeDisabled()
  await expect(start.getByRole('radio', { name: 'Monday, June 6, 2033 7 places left' })).toBeChecked()
  await expectSound(page, 'the choice of another date')
  // A refusal leaves the list open.
  const refused = page.waitForResponse('**/api/orders/*/cohort')
  await start.getByRole('button', { name: 'Hold a place for this date' }).click()
  await refused
  await expect(start.getByRole('button', { name: 'Hold a place for this date' })).toBeFocused()
  await expect(start.getByRole('radio', { name: /June 6/ })).toBeChecked()
  await page.unroute('**/api/orders/*/cohort')
  await page.route('**/api/orders/*/cohort', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ cohortId: june.id })
    const order = { cohort: chosen(june, 'held', new Date(Date.now() + 30 * 60_000)) }
    await route.fulfill({ json: { success: true, order } })
  })
  const left = [march, { ...june, placesLeft: 0 }, autumn]
  await page.route('**/api/cohorts', answering({ success: true, cohorts: left }))
  await start.getByRole('button', { name: 'Hold a place for this date' }).click()
  await expect(start).toContainText('Monday, June 6, 2033')
  await expect(start).toContainText(/Your place is held until/)
  await expect(start.getByRole('heading', { name: 'Your start date' })).toBeFocused()

  // The buyer's own place is the last one of June: the program page shows another date, and the order keeps its own.
  place = chosen(june, 'held', new Date(Date.now() + 30 * 60_000))
  await walkTo(page, '/certification/program-details')
  const dates = page.getByRole('group', { name: 'Choose your start date' })
  await expect(dates.getByRole('radio', { name: 'Monday, June 6, 2033 Full' })).toBeDisabled()
  await expect(dates.getByRole('radio', { name: /March 7/ })).toBeChecked()
  const enroll = page.getByRole('main').getByRole('button', { name: 'Enroll Now' }).first()
  await enroll.click()
  await cardForm(page)
  await expect(start).toContainText('Monday, June 6, 2033')
  const kept = { preferredCohortId: march.id }
  expect(wanted).toEqual([{}, kept, kept])

  // A full date leads to its wait list, without an account; a refusal names the field.
  await walkTo(page, '/certification/program-details')
  await page.getByRole('button', { name: 'Join the wait list for Monday, September 5, 2033' }).click()
  const waiting = page.getByRole('dialog', { name: 'Join the wait list' })
  await expect(waiting.getByLabel('Email')).toBeFocused()
  await waiting.getByRole('button', { name: 'Join the wait list' }).click()
  await expect(waiting).toContainText('Please enter your email address')
  await expectSound(page, 'the wait list')
  await page.route(`**/api/cohorts/${autumn.id}/wait-list`, async (route) => {
    expect(route.request().postDataJSON()).toEqual({ email: 'grace@example.com', name: '' })
    await route.fulfill({ json: { success: true } })
  })
  await waiting.getByLabel('Email').fill('grace@example.com')
  await waiting.getByRole('button', { name: 'Join the wait list' }).click()
  await expect(waiting.getByRole('status')).toContainText('You are on the wait list')
  await waiting.getByRole('button', { name: 'Continue' }).click()
  await expect(waiting).toBeHidden()

  // A link that is not valid any more leads on, and so does one to a cohort that has begun.
  const toDates = page.getByRole('main').getByRole('link', { name: 'See the dates', exact: true })
  await page.goto(site('/certification/wait-list?wait=0&signature=1'))
  await expect(page.getByText('This link is not valid any more.')).toBeVisible()
  await expect(toDates).toHaveAttribute('href', '/certification/program-details')
  await page.route('**/api/wait-list/entry', (route) =>
    route.fulfill({
      json: {
        success: true,
        entry: {
          cohortId: autumn.id,
          startsOn: '2020-09-07',
          standing: 'waiting',
          offeredUntil: null,
          begun: true,
        },
      },
    }),
  )
  await page.goto(site('/certification/wait-list?wait=0&signature=2'))
  await expect(page.getByRole('heading', { name: 'This cohort has begun' })).toBeVisible()
  await expect(page.getByText('no place became free for you')).toBeVisible()
  await expect(toDates).toBeVisible()

  await test.step('without a link nothing has gone wrong: it says where the link is', async () => {
    const bare = await page.context().newPage()
    await bare.goto(site('/certification/wait-list'))
    await expect(bare.getByText('open this page from the link in our email')).toBeVisible()
    await expect(bare.getByText('Something went wrong')).toHaveCount(0)
    await bare.close()
  })

  // The link of an offer leads into the payment with the place that is kept.
  const entry = { cohortId: autumn.id, startsOn: autumn.startsOn, standing: 'offered' }
  await page.route('**/api/wait-list/entry', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ token: 'wait=1&signature=2' })
    await route.fulfill({
      json: { success: true, entry: { ...entry, offeredUntil: '2033-01-01T12:00:00.000Z' } },
    })
  })
  await page.goto(site('/certification/wait-list?wait=1&signature=2'))
  await expect(page.getByRole('heading', { name: 'A place is kept for you' })).toBeVisible()
  await expect(page).toHaveURL(site('/certification/wait-list'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'A place is kept for you' })).toBeVisible()
  await expectSound(page, 'the page of an offer')
  place = chosen(autumn, 'held', new Date(Date.now() + 30 * 60_000))
  await page.getByRole('button', { name: 'Take this place' }).click()
  await cardForm(page)
  await expect(start).toContainText('Monday, September 5, 2033')
  expect(wanted.splice(3)).toEqual([{ cohortId: autumn.id, offer: 'wait=1&signature=2' }])

  // A date that is pressed there moves the order, once.
  await walkTo(page, '/certification/program-details')
  await dates.getByRole('radio', { name: /March 7/ }).click()
  place = chosen(march, 'held', new Date(Date.now() + 30 * 60_000))
  await enroll.click()
  await cardForm(page)
  await page.reload()
  await cardForm(page)
  expect(wanted.slice(3)).toEqual([{ cohortId: march.id }, { preferredCohortId: march.id }])
})

test('a date that has gone before the payment sends back to the dates; a payment that came too late is the buyer’s choice', async ({
  page,
}) => {
  await withDates(page)
  await signUp(page, newPerson())
  await page.route('**/api/checkout/create-payment-intent', full)
  await page.goto(site('/payment'))
  await expect(page.getByRole('heading', { name: 'Payment Setup Failed' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The last place has gone.')
  await expect(page.getByRole('link', { name: 'Choose another date' })).toHaveAttribute(
    'href',
    '/certification/program-details',
  )

  const order = {
    ...{ id: 'f3a0c0de-0000-4000-8000-0000000000aa', status: 'completed', holdsPlace: true, payable: false },
    ...{ totalAmount: '2500.00', refundedAmount: '0.00', surplusReturnedAmount: '0.00', currency: 'usd' },
    ...{ createdAt: '2026-11-22T10:00:00.000Z', updatedAt: '2026-11-22T10:00:00.000Z' },
    ...{ programName: 'Authentic Leader Certification', items: [], customer: null, disputed: false },
    ...{ dispute: null, failureCode: null, invoiceNumber: 'INV-000001', answers: {}, termsVersion: null },
    ...{ confirmedAt: '2026-11-22T10:00:00.000Z', bankVerification: null, notes: [] },
  }
  let place: object = chosen(march, 'none')
  await page.route(`**/api/orders/${order.id}`, async (route) => {
    await route.fulfill({ json: { success: true, order: { ...order, cohort: place } } })
  })
  await page.goto(site(`/certification/enrollment/${order.id}`))
  const choice = page.getByRole('region', { name: 'Please choose how to continue' })
  await expect(choice).toContainText('the cohort that starts on Monday, March 7, 2033 was gone')
  await expectSound(page, 'the choice after a late payment')
  await page.route(`**/api/orders/${order.id}/cohort/refund-request`, async (route) => {
    place = { ...chosen(march, 'none'), refundAsked: true }
    await route.fulfill({ json: { success: true, order: { ...order, cohort: place } } })
  })
  await choice.getByRole('button', { name: 'Request a refund' }).click()
  await expect(choice).toContainText('You have requested a refund')

  // A place that was offered to them, who waited, is theirs although the date is full for others.
  const offered = { cohortId: autumn.id, pressed: true, offer: 'wait=1&signature=2' }
  await page.evaluate(
    `sessionStorage.setItem('certification_cohort', ${JSON.stringify(JSON.stringify(offered))})`,
  )
  await page.reload()
  await expect(choice.getByRole('radio', { name: /September 5/ })).toBeChecked()
  await page.route(`**/api/orders/${order.id}/cohort`, full)
  const sent = page.waitForRequest(`**/api/orders/${order.id}/cohort`)
  await choice.getByRole('button', { name: 'Choose this date' }).click()
  expect((await sent).postDataJSON()).toEqual({ cohortId: autumn.id, offer: 'wait=1&signature=2' })
  await expect(choice.getByRole('alert')).toContainText('The last place has gone.')

  await page.route(`**/api/orders/${order.id}/cohort`, async (route) => {
    expect(route.request().postDataJSON()).toEqual({ cohortId: june.id })
    place = chosen(june, 'taken')
    await route.fulfill({ json: { success: true, order: { ...order, cohort: place } } })
  })
  await choice.getByRole('radio', { name: /June 6/ }).check()
  await choice.getByRole('button', { name: 'Choose this date' }).click()
  const mine = page.getByRole('region', { name: 'Your cohort' })
  await expect(mine).toContainText('Monday, June 6, 2033')
  await expect(mine.getByRole('heading', { name: 'Your cohort' })).toBeFocused()
  await expect(mine).toContainText('until Sunday, August 28, 2033')
})
