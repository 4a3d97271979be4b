import { expect } from '@playwright/test'
import { credentialPage } from '../../src/modules/leadership/credentials/credential-page.ts'
import type { CredentialView } from '../../src/modules/leadership/credentials/credential-view.ts'
import { publicHtml } from '../../src/modules/leadership/credentials/public-page.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'

const site = (path: string): string => `${process.env.E2E_URL}${path}`

const id = 'Zk3mP9qR7tXw2LcV8bNdYg'
const view: CredentialView = {
  id,
  address: `https://example.com/credentials/${id}`,
  state: 'valid',
  cause: null,
  reason: '',
  changedAt: new Date('2026-11-23'),
  awardedAt: new Date('2026-11-23'),
  validUntil: new Date('2028-11-23'),
  isPublic: false,
  document: {
    name: 'Maximiliana Konstantinopolskaya-Featherstonehaugh',
    program: 'Authentic Leader Certification',
    issuer: { name: 'Veralead', did: 'did:web:example.com' },
    startsOn: '2026-08-31',
    endsOn: '2026-11-22',
    done: { assignmentsAccepted: 11, weeksAttended: 10, coachingSessions: 2 },
    json: '{}',
  },
}
const states: CredentialView['state'][] = ['valid', 'suspended', 'withdrawn']

test.use({ viewport: { width: 390, height: 800 } })

test('the pages of credentials on a phone: found from the site, each state readable in both schemes, a file checked', async ({
  page,
}) => {
  await page.goto(site('/privacy'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Check a credential' }).click()
  await expect(page.getByRole('heading', { name: 'Check a credential' })).toBeVisible()
  await expectAccessible(page, 'the form of the check')
  const file = { name: 'holiday.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('status')).toContainText('Not ours')
  await expect(page.getByRole('listitem').filter({ hasText: 'Who issued it?' })).toBeVisible()
  await expectAccessible(page, 'a check that failed')

  // The way to the program is where everybody looks, as on the other pages.
  for (const place of ['banner', 'contentinfo'] as const)
    await expect(page.getByRole(place).getByRole('link', { name: 'The certification' })).toHaveAttribute(
      'href',
      '/certification/program-details',
    )
  await page.getByRole('link', { name: 'Directory' }).click()
  await expect(page.getByRole('heading', { name: 'Certified leaders' })).toBeVisible()
  await expectAccessible(page, 'the directory')

  // As the server makes it of a credential: an awarded one would take twelve weeks of accepted assignments.
  for (const state of states) {
    const made = publicHtml(
      credentialPage({ ...view, state, cause: 'person', reason: 'Checked anew.' }, new Date()),
      {
        brandName: 'Veralead',
        publicUrl: 'https://example.com',
      },
    )
    await page.route(
      site(`/credentials/${id}`),
      (route) => route.fulfill({ contentType: 'text/html', body: made }),
      {
        times: 1,
      },
    )
    await page.emulateMedia({ colorScheme: state === 'withdrawn' ? 'dark' : 'light' })
    await page.goto(site(`/credentials/${id}`))
    await expect(page.getByRole('status')).toContainText(/Valid|Suspended|Withdrawn/)
    await expectAccessible(page, `a credential that is ${state}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  }
})
