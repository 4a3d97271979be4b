import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { mailedCode, newPerson, site, watchPage } from './person.ts'
import { expectListed } from './stored.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** Counts every press of a finger on the page, whatever it does; a key is typing. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0
  await page.exposeFunction('tapped', () => (taps += 1))
  await page.addInitScript("addEventListener('pointerdown', (event) => event.isTrusted && tapped(), true)")
  return () => taps
}

/** Types into one field after the other: a tap on the first, then the key of a phone's keyboard that leads to the next. */
async function typeInto(page: Page, first: string | RegExp, texts: readonly string[]): Promise<void> {
  await page.getByLabel(first).tap()
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    // That key passes over buttons, such as the one that shows a password.
    if (await page.evaluate<boolean>("document.activeElement.matches('button')"))
      await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

test('on a phone, a visitor comes from an ad, answers the questionnaire, reads the programme, signs up, pays and is enrolled, in twelve taps at most', async ({
  page,
}) => {
  const problems = watchPage(page)
  const person = newPerson()
  const taps = await countTaps(page)

  await page.goto(site('/?utm_source=linkedin&utm_medium=paid&utm_campaign=spring'))
  await page.getByRole('link', { name: 'Start Your Certification Journey' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Level Up Your Leadership' })).toBeVisible()
  await expectAccessible(page, 'questionnaire')
  const onward = page.getByRole('button', { name: /continue/i })
  await expect(onward).toBeDisabled()
  for (const group of await page.getByRole('group').all()) await group.locator('label').first().tap()
  await onward.tap()

  await expect(page).toHaveURL(/\/certification\/program-details/)
  const enroll = page.getByRole('region', { name: 'Enroll', exact: true })
  await expect(enroll.getByText('$2,500.00', { exact: true })).toBeVisible()
  await expectAccessible(page, 'programme')
  await enroll.getByRole('button').tap()

  await expect(page).toHaveURL(/\/signup\?/)
  await expect(page.getByText("You're enrolling in")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join the Movement' })).toHaveCount(0)
  await expectAccessible(page, 'sign up')
  // Passing over a link to the program page has that page rendered in advance, before the sign-up is complete.
  await page.getByRole('contentinfo').getByRole('link', { name: 'The certification' }).hover()
  await typeInto(page, /full name/i, [person.fullName, person.email, person.password, person.password])
  await page.getByRole('button', { name: /sign up|create/i }).tap()
  await expect(
    page.getByText('Account created! Please check your email for the verification code.'),
  ).toBeVisible()
  await expectAccessible(page, 'code step')
  await typeInto(page, /code/i, [await mailedCode(person.email)])
  await expect(page.getByText('Account created and verified! Redirecting...')).toBeVisible()

  await expect(page).toHaveURL(/\/payment/, { timeout: 20_000 })
  await expect(
    page.getByRole('heading', { level: 1, name: 'Enroll in the Authentic Leader Certification' }),
  ).toBeVisible()
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(person.email)
  // A buyer who pays is offered nothing else, sees no message that is over, and sees the card in the first window of a phone.
  await expect(page.getByRole('button', { name: 'Join the Movement' })).toHaveCount(0)
  await expect(page.getByText(/Redirecting/)).toHaveCount(0)
  await page.evaluate('scrollTo(0, 0)')
  await expect(page.getByLabel(/card number/i)).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel(/security code/i)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
  await typeInto(page, /card number/i, ['4242 4242 4242 4242', '12 / 34', '123'])
  await expectAccessible(page, 'payment')
  await page.getByRole('button', { name: 'Pay $2,500.00' }).tap()

  await expect(page).toHaveURL(/\/certification\/enrollment\/[\w-]+/, { timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Enrollment Confirmed!' })).toBeVisible()
  await expect(page.getByText('Payment confirmed! Your enrollment is active.')).toBeVisible()
  expect(taps()).toBeGreaterThan(6)
  expect(taps()).toBeLessThanOrEqual(12)
  await expectAccessible(page, 'enrollment')
  const orderId = new URL(page.url()).pathname.split('/').at(-1)
  await expect(page.getByRole('main').getByRole('link', { name: 'Open your program' })).toHaveAttribute(
    'href',
    `/program?order=${orderId}`,
  )

  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL(/\/profile/)
  await expect(page.getByText('Certification Access: Active')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join the Movement' })).toHaveCount(0)
  await expectAccessible(page, 'profile')

  await page.reload()
  await expect(page.getByText('Certification Access: Active')).toBeVisible()

  // The program page has the way to the participant's own page, in place of the bar of the shop.
  await page.goto(site('/certification/program-details'))
  const enrolled = page.getByRole('complementary', { name: 'Your enrollment' })
  await expect(enrolled).toContainText('You are enrolled')
  await expect(enrolled.getByRole('link', { name: 'Your program' })).toHaveAttribute(
    'href',
    `/program?order=${orderId}`,
  )
  await expect(enroll).toHaveCount(0)
  await expectListed(page)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link')).toHaveText(['Home', 'About us', 'Your program', 'Profile'])
  await menu.getByRole('link', { name: 'Your program' }).tap()
  await expect(page).toHaveURL(/\/program$/)
  const paidWithoutDate = page.getByRole('region', { name: 'The next date is not set yet' })
  await expect(paidWithoutDate.getByText('We email you as soon as a date opens.')).toBeVisible()
  await expectAccessible(page, 'a program without a date')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'GB, account menu' }).click()
  await expect(page.locator('#account-menu').getByRole('link', { name: 'Your program' })).toHaveAttribute(
    'href',
    '/program',
  )
  expect(problems).toEqual([])
})
