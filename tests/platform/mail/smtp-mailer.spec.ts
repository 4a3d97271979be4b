import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MailRefused } from '#platform/mail/envelope.ts'
import type { OutgoingMail } from '#platform/mail/mailer.ts'
import { SmtpMailer } from '#platform/mail/smtp-mailer.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'

interface Received {
  recipients: string[]
  raw: string
}

const received: Received[] = []
let refuse = false
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such mailbox') : null),
  onData: (stream, session, done) => {
    text(stream).then((raw) => {
      received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), raw })
      done()
    }, done)
  },
})
let mailer: SmtpMailer
const mailerOf = (url: string, requireTls: boolean) =>
  new SmtpMailer(
    { url, from: 'Veralead <hello@veralead.test>', requireTls },
    'https://veralead.test',
    new RingTelemetry(),
  )

const mail: OutgoingMail = {
  to: 'anna@example.com',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Html</p>',
  key: 'code-1-0',
}
async function sent(over: Partial<OutgoingMail>): Promise<Received> {
  await mailer.send({ ...mail, ...over })
  const last = received.at(-1)
  if (!last) throw new Error('nothing arrived')
  return last
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  mailer = mailerOf(`smtp://127.0.0.1:${port}`, false)
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

describe('a mail over SMTP', () => {
  test('that nobody has to get offers its end by one press, and no other mail does (RFC 8058)', async () => {
    const unsubscribeUrl = 'https://veralead.test/api/checkout/reminders/stop?user=u&signature=s'
    const { raw } = await sent({ unsubscribeUrl })
    const { headers } = await PostalMime.parse(raw)
    const value = (name: string) => headers.find(({ key }) => key === name)?.value
    expect(value('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`)
    expect(value('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect((await sent({})).raw).not.toMatch(/list-unsubscribe/i)
  })

  test('arrives with both bodies, its sender and its attachments', async () => {
    const content = Buffer.from('%PDF-1.7 bytes')
    const { recipients, raw } = await sent({
      attachments: [{ filename: 'INV-000001.pdf', content, contentType: 'application/pdf' }],
    })
    const parsed = await PostalMime.parse(raw)
    expect(recipients).toEqual(['anna@example.com'])
    expect(parsed.from).toMatchObject({ name: 'Veralead', address: 'hello@veralead.test' })
    expect(parsed.subject).toBe('Hello')
    expect(parsed.text?.trim()).toBe('Text')
    expect(parsed.html?.trim()).toBe('<p>Html</p>')
    expect(parsed.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['INV-000001.pdf', 'application/pdf'],
    ])
  })

  test('given the same key twice, then the Message-ID is the same, so that a repeat can be recognised', async () => {
    const ids = []
    for (let n = 0; n < 2; n++)
      ids.push((await PostalMime.parse((await sent({ key: 'receipt 7/ü' })).raw)).messageId)
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).toMatch(/^<[\w.-]+@veralead\.test>$/)
  })

  test('given line breaks in the subject, then no further header and no further recipient comes of them', async () => {
    const { recipients, raw } = await sent({ subject: 'Hi\r\nBcc: eve@evil.test\r\n\r\nBody\u2028x' })
    const parsed = await PostalMime.parse(raw)
    expect(recipients).toEqual(['anna@example.com'])
    expect(parsed.bcc ?? []).toEqual([])
    expect(parsed.subject).toBe('Hi Bcc: eve@evil.test Body x')
    expect(parsed.text?.trim()).toBe('Text')
  })

  test.each([
    'anna@example.com\r\nBcc: eve@evil.test',
    'anna@example.com, eve@evil.test',
    'Anna <anna@example.com>',
    'anna@example.com>',
    'group: a@x.test;',
    'anna',
    '',
  ])('given the recipient %j, then the mail is refused before anything is sent', async (to) => {
    const before = received.length
    await expect(mailer.send({ ...mail, to })).rejects.toBeInstanceOf(MailRefused)
    expect(received).toHaveLength(before)
  })

  test('given a server that does not accept it, then sending rejects, so that the job is tried again', async () => {
    refuse = true
    await expect(mailer.send(mail)).rejects.toThrow()
    refuse = false
  })
})

describe('S-21: where TLS is required', () => {
  const certificates = join(import.meta.dirname, '../../support/tls')
  const secured: string[] = []
  const withTls = new SMTPServer({
    disabledCommands: ['AUTH'],
    cert: readFileSync(join(certificates, 'server.pem')),
    key: readFileSync(join(certificates, 'server.key')),
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        if (session.secure) secured.push(raw)
        done()
      }, done)
    },
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => withTls.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise<void>((resolve) => withTls.close(() => resolve())))
  const portOf = (of: SMTPServer) => (of.server.address() as AddressInfo).port

  test('given a server that offers none, then nothing is sent in clear and the reason names the variable', async () => {
    const before = received.length
    const strict = mailerOf(`smtp://localhost:${portOf(server)}`, true)
    await expect(strict.send(mail)).rejects.toThrow(/SMTP_URL.*no TLS.*smtps:\/\/.*requireTLS=false/)
    expect(received).toHaveLength(before)
  })

  test('given a server that offers it, then the mail goes over TLS, and not under a certificate that nobody vouches for', async () => {
    const address = `smtp://localhost:${portOf(withTls)}`
    await expect(mailerOf(address, true).send(mail)).rejects.toThrow(/certificate/)
    expect(secured).toHaveLength(0)
    await mailerOf(`${address}?tls.rejectUnauthorized=false`, true).send(mail)
    expect(secured).toHaveLength(1)
  })
})
