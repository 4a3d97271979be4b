import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp, type TestApp } from '../support/app.ts'

const count = 12
const minutes = 60_000

describe('leads while mail is away for an hour (L1, L4)', () => {
  let app: TestApp
  let away = true
  const mails: { to: string; subject: string }[] = []
  let refused = 0

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => {
      if (away) refused += 1
      done(away ? new Error('421 away') : null)
    },
    onData: (stream, session, done) => {
      text(stream)
        .then(async (raw) => {
          const { subject } = await new PostalMime().parse(raw)
          mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', subject: subject ?? '' })
          done()
        })
        .catch(done)
    },
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    app = await startApp({
      env: {
        SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
        MAIL_FROM: 'hello@veralead.example',
        LEADS_NOTIFY_EMAIL: 'sales@veralead.example',
      },
    })
  })
  afterAll(async () => {
    await app?.stop()
    await new Promise<void>((resolve) => smtp.close(resolve))
  })

  it('given leads during the outage, then every one is accepted, and all their jobs are done once afterwards', async () => {
    // A second try of this test begins like the first one.
    away = true
    mails.length = 0
    for (let n = 0; n < count; n += 1) {
      await app.advance(3 * minutes)
      const answer = await app.client().post('/api/leads', {
        name: 'Ada Lovelace',
        phone_number: '+44 20 7946 0000',
        email: `patient${n}@outage.example`,
        company_name: 'Analytical Engines Ltd.',
        additional_message: '',
        lead_type: n % 2 === 0 ? 'normal_lead' : 'whitepaper_download',
      })
      expect(answer.status, answer.text).toBe(200)
    }
    for (let waited = 0; waited < 24; waited += 3) await app.advance(3 * minutes)
    await eventually(() => Promise.resolve(refused > count))
    expect(mails).toEqual([])

    away = false
    const thanked = () => mails.map(({ to }) => to).filter((to) => to.endsWith('@outage.example'))
    // Not everything that is mailed: at midnight, which the clock may pass here, finance is sent the head of the log.
    const told = () => mails.filter(({ subject }) => subject.startsWith('New lead:'))
    await eventually(async () => {
      if (thanked().length >= count && told().length >= count) return true
      await app.advance(15 * minutes)
      return false
    }, 50)
    expect(thanked().toSorted()).toEqual(
      Array.from({ length: count }, (_, n) => `patient${n}@outage.example`).toSorted(),
    )
    expect(told()).toHaveLength(count)
    console.log(`${count} leads in an hour without mail: ${refused} refusals, then ${mails.length} mails`)
  })
})
