import { expect, type Page } from '@playwright/test'
import { logIn, save, tab } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { site } from './person.ts'

interface StoredPage {
  route: string
  sections: { id: string; fields: Record<string, unknown> }[]
}

/** Puts a tree in place as it was before the quotes, the words beside the contact and below /about and /terms were content. */
async function storeOlder(page: Page): Promise<void> {
  const { pages } = (await (await page.request.get(site('/api/cms/admin'))).json()) as { pages: StoredPage[] }
  for (const { sections } of pages) {
    const quotes = sections.findIndex(({ id }) => id === 'quotes')
    if (quotes !== -1) sections.splice(quotes, 1)
    for (const { id, fields } of sections) {
      if (id === 'mission-vision') delete fields.ctaSection
      if (id === 'legal') delete fields.questions
      if (id === 'lead-form') delete (fields.contactInfo as { note?: string }).note
    }
  }
  expect((await page.request.put(site('/api/cms'), { data: { pages } })).ok()).toBe(true)
  await page.reload()
}

const section = (page: Page, id: string) => page.getByRole('region', { name: id, exact: true })

async function unfold(page: Page, route: string, id: string): Promise<void> {
  await tab(page, route)
  await section(page, id).getByRole('button', { expanded: false }).first().click()
}

/** An admin at work on a tree that an older edition of the site has stored. */
export function olderContentJourney(): void {
  test('an admin finds what an older version lacks, begins with the words visitors read, edits and publishes them', async ({
    page,
  }) => {
    await logIn(page)
    await storeOlder(page)
    await unfold(page, '/home', 'Lead form and contact')
    const form = section(page, 'Lead form and contact')
    await form.getByRole('button', { name: 'Add note' }).click()
    await expect(form.getByLabel('Note', { exact: true })).toHaveValue(/^Write or call\. You reach a person/)
    await form.getByLabel('Note', { exact: true }).fill('Call on any day that is not a Sunday.')

    await unfold(page, '/about', 'Mission and vision')
    const about = section(page, 'Mission and vision')
    await expect(about.getByText(/^No content is stored for call to action, so visitors see/)).toBeVisible()
    await about.getByRole('button', { name: 'Add call to action' }).click()
    const call = about.getByRole('group', { name: 'Call to action' })
    await expect(call.getByLabel('Title', { exact: true })).toHaveValue('Start with the next conversation')
    await call.getByLabel('Title', { exact: true }).fill('Begin with one honest talk')

    await expect(about.getByText(/^No content is stored/)).toBeHidden()
    await about.getByRole('button', { name: 'Remove call to action' }).click()
    await expect(about.getByText(/^No content is stored for call to action, so visitors see/)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(call.getByLabel('Title', { exact: true })).toHaveValue('Begin with one honest talk')

    // A text that begins with empty lines is not cut off either.
    await unfold(page, '/about', 'Our story')
    const long = section(page, 'Our story').getByLabel('Text', { exact: true })
    await expect(long).toHaveValue(/\n\nSo we turned it round/)
    const hidden = (box: { scrollHeight: number; clientHeight: number }) =>
      box.scrollHeight - box.clientHeight
    expect(await long.evaluate(hidden)).toBe(0)

    await tab(page, '/home')
    await expect(section(page, 'Quotes while a page loads')).toBeHidden()
    await page.getByRole('button', { name: 'Add quotes while a page loads' }).click()
    await expect(page.getByRole('button', { name: /^Add quotes/ })).toBeHidden()
    await expect(
      section(page, 'Quotes while a page loads').getByRole('button', { name: /^Quotes while/ }),
    ).toBeFocused()
    await expect(section(page, 'Quotes while a page loads').getByText('quote 14')).toBeVisible()

    await unfold(page, '/terms', 'Legal text')
    const legal = section(page, 'Legal text')
    await legal.getByRole('button', { name: 'Add closing section' }).click()
    await legal.getByLabel('Heading', { exact: true }).last().fill('Anything unclear?')
    await expectAccessible(page, 'an older page with its newer fields')
    await save(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(
      page.getByText('Content published from Development to Production successfully!', { exact: true }),
    ).toBeVisible()

    for (const [path, words] of [
      ['/', 'Call on any day that is not a Sunday.'],
      ['/aboutus', 'Begin with one honest talk'],
      ['/terms', 'Anything unclear?'],
    ] as const) {
      await expect
        .poll(async () => (await page.request.get(site(path))).text(), { message: path })
        .toContain(words)
    }
    await page.goto(site('/aboutus'))
    await expect(page.getByRole('heading', { name: 'Begin with one honest talk' })).toBeVisible()
  })
}
