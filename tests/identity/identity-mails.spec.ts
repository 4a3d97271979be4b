import { expect, test } from 'vitest'
import { IdentityMails } from '../../src/modules/identity/identity-mails.ts'

const site = 'https://veralead.test'
const brand = { brandName: 'Veralead', publicUrl: site }
const address = 'Veralead Inc., 1 Main Street, Boston'
const mails = new IdentityMails(brand, async () => ({
  support: 'help@veralead.test',
  postalAddress: address,
}))
const firstName = '<img src=x onerror=alert(1)> & "Anna"'
const each = {
  code: await mails.code({ firstName, code: '123456' }),
  welcome: await mails.welcome({ firstName, email: 'anna@example.com' }),
  reset: await mails.reset({ firstName, url: `${site}/reset-password?token=a.b` }),
  'password changed': await mails.passwordChanged({ firstName, at: new Date('2026-11-21T09:32:10Z') }),
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
  const unset = new IdentityMails(brand, async () => ({ support: 'help@veralead.test', postalAddress: '' }))
  const { text } = await unset.code({ firstName: 'Anna', code: '123456' })
  expect(text.trimEnd()).toMatch(/Questions: help@veralead\.test$/)
})

test('each says what it is for, in both halves', () => {
  const facts: Record<keyof typeof each, string[]> = {
    code: ['123456', '10 minutes', 'without the code nothing is created'],
    welcome: ['Your account is ready', 'anna@example.com', `${site}/certification`],
    reset: ['30 minutes', 'works once', `${site}/reset-password?token=a.b`, 'your password stays as it is'],
    'password changed': [
      'November 21, 2026 at 9:32:10',
      'every other session was signed out',
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
