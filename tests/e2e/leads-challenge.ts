import { expect } from '@playwright/test'
import { challengeWidget } from './challenge-widget.ts'
import { test } from './journey.ts'

/** The bot check of the lead form, at a site that asks for it: `at` answers where that is, and where its tokens are verified. */
export function leadChallengeJourney(at: () => { url: string; verifyUrl: string }): void {
  test('the bot check asks, fails, expires, and the server has the last word (M-112, M-113, M-115, M-116, M-117, M-118, M-123, M-135, M-457)', async ({
    page,
  }) => {
    const { play, resets } = await challengeWidget(page)
    await page.goto(at().url)
    const form = page.getByRole('form', { name: 'Join the Movement' })
    await form.scrollIntoViewIfNeeded()
    await expect(form.getByText('Are you a person?')).toBeVisible()
    await form.getByLabel('Name', { exact: true }).pressSequentially('Ada Lovelace', { delay: 180 })
    await form.getByLabel('Contact Number').fill('+44 20 7946 0000')
    await form.getByLabel('Email').fill('ada@company.example')
    await form.getByLabel('Company Name').fill('Analytical Engines Ltd.')
    const send = form.getByRole('button')
    await expect(send).toBeDisabled()

    const posts: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/leads'))
        posts.push(request.postDataJSON())
    })
    // Enter gets past a disabled button in no browser; the form says what it waits for when it is sent all the same.
    await form.evaluate((element) =>
      element.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    )
    await expect(form.getByText('Please complete the security verification.', { exact: true })).toBeVisible()
    expect(posts).toEqual([])

    expect(await page.evaluate("window.widget['retry-interval']")).toBe(8_000)
    await play('error-callback')
    await expect(
      form.getByText('Security verification failed. Please try again.', { exact: true }),
    ).toBeVisible()
    await play('callback', 'lead-token-1')
    await expect(send).toBeEnabled()
    await play('expired-callback')
    await expect(
      form.getByText('Security verification expired. Please try again.', { exact: true }),
    ).toBeVisible()
    await expect(send).toBeDisabled()
    for (const callback of ['error-callback', 'timeout-callback']) await play(callback)
    await expect(
      form.getByText('Security verification expired. Please try again.', { exact: true }),
    ).toBeVisible()

    // A token that was spent elsewhere: the server notices, what was typed stays, the widget starts again.
    await fetch(at().verifyUrl, {
      method: 'POST',
      body: JSON.stringify({ secret: 'a-real-secret', response: 'lead-token-2' }),
    })
    await play('callback', 'lead-token-2')
    await send.click()
    await expect(
      form.getByText('Security verification expired. Please try again.', { exact: true }),
    ).toBeVisible()
    await expect(form.getByLabel('Email')).toHaveValue('ada@company.example')
    expect(await resets()).toBe(1)
    await expect(send).toBeDisabled()

    await play('callback', 'lead-token-3')
    await send.click()
    await expect(
      form.getByText('Thank you for partnering with us to kick start an authentic journey!', { exact: true }),
    ).toBeVisible()
    await expect.poll(resets, 'a token counts once (M-123)').toBe(2)
    expect(posts).toHaveLength(2)
    expect(posts[1]).toMatchObject({ turnstileToken: 'lead-token-3' })
  })
}
