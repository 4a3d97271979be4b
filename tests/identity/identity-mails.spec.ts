import { expect, test } from 'vitest'
import type { JobDefinition } from '#platform/jobs/job-definition.ts'
import { MailJobs } from '#platform/mail/mail-kind.ts'
import type { OutgoingMail } from '#platform/mail/mailer.ts'
import { identityMails } from '../../src/modules/identity/customers/identity-mails.ts'
import { testMailer } from '../support/test-mailer.ts'

const site = 'https://veralead.test'
const address = 'Veralead Inc., 1 Main Street, Boston'
const email = 'anna@example.com'

/** The mail of a job of `queue` to a person of this first name. */
async function mailOf(
  queue: string,
  data: object,
  firstName: string,
  postalAddress = address,
): Promise<OutgoingMail> {
  const sent: OutgoingMail[] = []
  const parts = {
    database: { sql: { query: async () => [{ to: email, name: firstName }] } },
    codes: { draw: async () => ({ email, firstName, code: '123456' }) },
    resets: { grant: async () => ({ email, firstName, token: 'a.b' }) },
    config: { brandName: 'Veralead', publicUrl: site },
  }
  const handlers = new Map<string, (job: object) => Promise<void>>()
  new MailJobs(
    testMailer((mail) => void sent.push(mail), undefined, postalAddress),
    identityMails,
    parts as never,
  ).registerJobs({
    handle: ({ queue }: JobDefinition, handler: never) => void handlers.set(queue, handler),
  } as never)
  await handlers.get(queue)?.({ id: 'job', attempt: 0, data })
  return sent[0]!
}

const customerId = 'anna'
const at = '2026-11-21T09:32:10Z'
const firstName = '<img src=x onerror=alert(1)> & "Anna"'
const each = {
  code: await mailOf('identity.code', { codeId: '1' }, firstName),
  welcome: await mailOf('identity.mail', { mail: 'welcome', customerId }, firstName),
  reset: await mailOf('identity.reset', { resetId: '1', customerId }, firstName),
  'password changed': await mailOf('identity.mail', { mail: 'password-changed', customerId, at }, firstName),
}

test.each(Object.entries(each))(
  '%s: one layout, both halves, links to this site only, and no name is ever markup',
  (_name, mail) => {
    expect(mail.subject.length).toBeLessThan(60)
    expect(mail.html).toMatch(/^<!doctype html>/i)
    expect(mail.html).toContain('help@veralead.test')
    expect(mail.text).toContain('help@veralead.test')
    expect(mail.html).toContain(address)
    expect(mail.text).toContain(address)
    // A name that is none is left out whole: the site signs no sentence of a stranger.
    for (const half of [mail.html, mail.text]) {
      expect(half).not.toContain('<img')
      expect(half).not.toContain('onerror')
      expect(half).toContain('Hello,')
    }
    for (const [, address = ''] of mail.html.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address === 'mailto:help@veralead.test' || address.startsWith(`${site}/`), address).toBe(true)
    expect(mail.html).not.toMatch(/<script|<link|@import|url\(/i)
    // Mail programs cut what is longer than about 100 kB.
    expect(mail.html.length).toBeLessThan(20_000)
  },
)

test('given no postal address, then the foot ends with how to ask', async () => {
  const { text } = await mailOf('identity.code', { codeId: '1' }, 'Anna', '')
  expect(text.trimEnd()).toMatch(
    /Questions\? Write to help@veralead\.test\. We answer within one business day\.$/,
  )
})

test('each says what it is for, in both halves', () => {
  const facts: Record<keyof typeof each, string[]> = {
    code: ['123456', '10 minutes', 'no account is created without the code'],
    welcome: ['Your account is ready', 'anna@example.com', `${site}/certification`],
    reset: ['30 minutes', 'works once', `${site}/reset-password?token=a.b`, 'your password stays the same'],
    'password changed': [
      'November 21, 2026 at 9:32:10',
      'you were signed out everywhere else',
      `${site}/forgot-password`,
    ],
  }
  for (const [name, { html, text }] of Object.entries(each))
    for (const fact of facts[name as keyof typeof each]) {
      expect(text, name).toContain(fact)
      expect(html, name).toContain(fact)
    }
  expect(Object.values(each).map(({ subject }) => subject)).toEqual([
    '123456 is your verification code',
    'Welcome to Veralead',
    'Set a new password',
    'Your password was changed',
  ])
})
