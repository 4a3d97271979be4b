import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { mailedCode, newPerson, site, watchPage } from './person.ts'
import { expectListed } from './stored.ts'

test('a visitor answers the questionnaire, reads the programme, signs up, pays and is enrolled', async ({
  page,
}) => {
  const problems = watchPage(page)
  const person = newPerson()

  await page.goto(site('/certification'))
  await expect(page.getByRole('heading', { level: 1, name: 'Level Up Your Leadership' })).toBeVisible()
  await expectAccessible(page, 'questionnaire')
  const onward = page.getByRole('button', { name: /continue/i })
  await expect(onward).toBeDisabled()
  for (const group of await page.getByRole('group').all())
    await group.getByRole('radio').first().check({ force: true })
  await onward.click()

  await expect(page).toHaveURL(/\/certification\/program-details/)
  await expect(page.getByText('$2,500.00').first()).toBeVisible()
  await expectAccessible(page, 'programme')
  await page
    .getByRole('button', { name: /enroll/i })
    .first()
    .click()

  await expect(page).toHaveURL(/\/signup\?/)
  await expect(page.getByText("You're enrolling in")).toBeVisible()
  await expectAccessible(page, 'sign up')
  await page.getByLabel(/full name/i).fill(person.fullName)
  await page.getByLabel(/e-?mail/i).fill(person.email)
  await page.getByLabel(/^password/i).fill(person.password)
  await page.getByLabel(/confirm password/i).fill(person.password)
  await page.getByRole('button', { name: /sign up|create/i }).click()
  await expect(
    page.getByText('Account created! Please check your email for the verification code.'),
  ).toBeVisible()
  await expectAccessible(page, 'code step')
  await page.getByLabel(/code/i).fill(await mailedCode(person.email))
  await expect(page.getByText('Account created and verified! Redirecting...')).toBeVisible()

  await expect(page).toHaveURL(/\/payment/, { timeout: 20_000 })
  await expect(
    page.getByRole('heading', { level: 1, name: 'Enroll in the Authentic Leader Certification' }),
  ).toBeVisible()
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(person.email)
  // Whoever pays is offered nothing else, is told of nothing that is over, and sees the card in the first window of a phone.
  await expect(page.getByRole('button', { name: 'Join the Movement' })).toHaveCount(0)
  await expect(page.getByText(/Redirecting/)).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate('scrollTo(0, 0)')
  await expect(page.getByLabel(/card number/i)).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel(/security code/i)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel(/card number/i).fill('4242 4242 4242 4242')
  await page.getByLabel(/expir/i).fill('12 / 34')
  await page.getByLabel(/cvc|security code/i).fill('123')
  await expectAccessible(page, 'payment')
  await page.getByRole('button', { name: 'Pay $2,500.00' }).click()

  await expect(page).toHaveURL(/\/certification\/enrollment\/[\w-]+/, { timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Enrollment Confirmed!' })).toBeVisible()
  await expect(page.getByText('Payment confirmed! Your enrollment is active.')).toBeVisible()
  await expectAccessible(page, 'enrollment')

  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL(/\/profile/)
  await expect(page.getByText('Certification Access: Active')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join the Movement' })).toHaveCount(0)
  await expectAccessible(page, 'profile')

  await page.reload()
  await expect(page.getByText('Certification Access: Active')).toBeVisible()
  await expectListed(page)
  expect(problems).toEqual([])
})
