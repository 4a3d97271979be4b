import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { RandomIds } from '#platform/kernel/ids.ts'
import { MailRefused } from '#platform/mail/envelope.ts'
import { MailboxMailer } from '#platform/mail/mailbox-mailer.ts'
import { mailboxPage, mailPolicy, withLinksHere } from '#platform/mail/mailbox-page.ts'
import type { OutgoingMail } from '#platform/mail/mailer.ts'
import { mailMigrations } from '#platform/mail/migrations.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let db: PostgresDatabase
let mailbox: MailboxMailer
const clock = new OffsetClock()
const mail: OutgoingMail = {
  to: 'Anna@Example.com',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Html</p>',
  key: 'k',
}

beforeAll(async () => {
  database = await createTestDatabase({ migrations: mailMigrations })
  db = await PostgresDatabase.open({ url: database.url })
  mailbox = new MailboxMailer(db, clock, new RandomIds())
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

describe('the development mailbox', () => {
  test('keeps mails oldest first, found by address in any case', async () => {
    await mailbox.send({ ...mail, subject: 'First' })
    await mailbox.send({ ...mail, to: 'eve@example.com' })
    await mailbox.send({ ...mail, subject: 'Second' })
    const mails = await mailbox.list('anna@example.COM')
    expect(mails.map(({ subject }) => subject)).toEqual(['First', 'Second'])
    expect(mails[0]).toMatchObject({
      to: 'Anna@Example.com',
      text: 'Text',
      html: '<p>Html</p>',
      messageId: '<k@localhost>',
      attachments: [],
    })
    expect(await mailbox.list()).toHaveLength(3)
    expect(await mailbox.get(mails[0]?.id ?? '')).toEqual(mails[0])
    expect(await mailbox.get("' or true --")).toBeNull()
  })

  test('given a mail of the demo that was made at another port, then its links lead to this site; a public site changes none', () => {
    const html = '<a href="http://localhost:3000/credentials/a">http://localhost:3000/credentials/a</a>'
    expect(withLinksHere(html, 'http://localhost:4700')).toBe(html.replaceAll('3000', '4700'))
    expect(withLinksHere(html, 'https://www.northwind.example')).toBe(html)
  })

  test('keeps the last 500 and no more', async () => {
    for (let n = 0; n < 510; n++) await mailbox.send({ ...mail, subject: `Mail ${n}` })
    const mails = await mailbox.list()
    expect(mails).toHaveLength(MailboxMailer.kept)
    expect(mails[0]?.subject).toBe('Mail 10')
    expect(mails.at(-1)?.subject).toBe('Mail 509')
  })

  test('refuses what SMTP would refuse', async () => {
    await expect(mailbox.send({ ...mail, to: 'a@x.test, b@y.test' })).rejects.toBeInstanceOf(MailRefused)
  })

  test('its page escapes what the mails say and shows their HTML only in a sandboxed frame', async () => {
    await mailbox.send({ ...mail, subject: '<script>alert(1)</script>', html: '<script>alert(2)</script>' })
    const mails = await mailbox.list()
    const page = mailboxPage(mails, { to: '"><script>alert(3)</script>' })
    expect(page).not.toContain('<script')
    expect(page).not.toContain(' style=')
    expect(page).toContain(`src="/dev/mail/${mails.at(-1)?.id}/html"`)
    expect(mailPolicy).toContain('sandbox')
    expect(mailPolicy).not.toContain('allow-scripts')
  })

  test('given nothing kept, its page says what to do next', () => {
    expect(mailboxPage([], {})).toContain('No email yet')
  })
})
