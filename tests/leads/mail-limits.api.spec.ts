import { beforeEach, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

const lead = (email: string, changes: Record<string, unknown> = {}) => ({
  name: 'Ada Lovelace',
  phone_number: '+44 20 7946 0000',
  company_name: 'Analytical Engines Ltd.',
  additional_message: '',
  lead_type: 'normal_lead',
  email,
  ...changes,
})

describe('what anybody can make the company mail to anybody (S-1)', () => {
  const app = given(() => startApp({ env: { LEADS_NOTIFY_EMAIL: 'sales@limits.example' } }))
  // Nobody counts as a burst from one place.
  beforeEach(() => app.advance(120_000))

  const post = (email: string, changes: Record<string, unknown> = {}) =>
    app.client().post('/api/leads', lead(email, changes))
  const mailsTo = async (to: string): Promise<{ subject: string; text: string; html: string }[]> =>
    (await app.client().get(`/api/dev/mail?to=${encodeURIComponent(to)}`)).body.mails
  /** Every job of the queues has been done, whatever it came to. */
  const settled = () =>
    eventually(async () => {
      const [row] = await app.site.database.sql.query<{ open: number }>(
        `select (select count(*)::int from platform_job_outbox) + (select count(*)::int from pgboss.job
           where name like 'leads-%' and start_after <= now() and state in ('created', 'retry', 'active')) as open`,
      )
      return row?.open === 0
    })
  const set = async (changed: { allowPlusAddresses?: boolean; mailsPerHour?: number }): Promise<void> => {
    const staff = await app.staff()
    const { sections } = (await staff.get('/api/settings')).body
    const { values, revision } = sections.find(({ key }: { key: string }) => key === 'leads')
    const body = { values: { ...values, ...changed }, revision }
    expect((await staff.send('PUT', '/api/settings/leads', { body })).status).toBe(200)
  }

  it('given thirty posts of one address under every type and spelling, then its mailbox gets two mails in a day', async () => {
    const spellings = ['victim@limits.example', 'Victim@LIMITS.example', ' victim@ｌimits.example ']
    const types = ['normal_lead', 'whitepaper_download', 'pre_order_book']
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => post(spellings[n % 3]!, { lead_type: types[(n >> 1) % 3] })),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.success).toBe(true)
    }
    await settled()
    expect(await mailsTo('victim@limits.example')).toHaveLength(2)
    const [stored] = await app.site.database.sql.query<{ count: number }>(
      "select count(*)::int as count from leads_lead where email = 'victim@limits.example'",
    )
    expect(stored?.count).toBe(30)
    await app.advance(86_400_000 + 1_000)
    await post('victim@limits.example')
    await settled()
    expect(await mailsTo('victim@limits.example')).toHaveLength(3)
  })

  it('given tags after a plus, then all of them are one mailbox', async () => {
    await set({ allowPlusAddresses: true })
    try {
      for (let n = 0; n < 5; n += 1) expect((await post(`plus+${n}@limits.example`)).status).toBe(200)
      await settled()
      const all = (await app.client().get('/api/dev/mail')).body.mails
      expect(all.filter(({ to }: { to: string }) => to.startsWith('plus+'))).toHaveLength(2)
    } finally {
      await set({ allowPlusAddresses: false })
    }
  })

  it('given settings that admit no plus, then the server refuses one as the form does (S-18)', async () => {
    const answer = await post('ada+work@limits.example')
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe('Email must not hold a plus sign')
  })

  it('given a budget of three an hour, when five people write, then three are answered and the others an hour later', async () => {
    const received = async () =>
      (await app.client().get('/api/dev/mail')).body.mails.filter(({ to }: { to: string }) =>
        to.endsWith('@hourly.example'),
      )
    await app.advance(3_600_000)
    await set({ mailsPerHour: 3 })
    try {
      await Promise.all(Array.from({ length: 5 }, (_, n) => post(`n${n}@hourly.example`)))
      await settled()
      expect(await received()).toHaveLength(3)
      await app.advance(3_600_000 + 1_000)
      await eventually(async () => (await received()).length === 5)
    } finally {
      await set({ mailsPerHour: 500 })
    }
  })

  it.each([
    ['a link', { name: 'Visit https://evil.example/v?id=829' }, /^Name may hold letters/],
    ['a bare host', { name: 'Visit evil.example now' }, 'Name must not hold a web address'],
    ['www', { name: 'See www.evil' }, 'Name must not hold a web address'],
    ['a known ending', { name: 'Evil.com' }, 'Name must not hold a web address'],
    ['the ending of a country', { name: 'spam.de' }, 'Name must not hold a web address'],
    ['digits', { name: 'Code 829' }, /^Name may hold letters/],
    ['a line break', { name: 'Ada\r\nCompany: Evil' }, /^Name may hold letters/],
    ['a line break', { company_name: 'Acme\nSubject: forged' }, /^Company name may hold/],
    ['a link', { company_name: 'https://evil.example' }, /^Company name may hold/],
    ['a host', { company_name: 'See www.evil.example' }, 'Company name must not hold a web address'],
  ])('given %s in %j, then 400 names the field', async (_, change, sentence) => {
    const answer = await post('rules@limits.example', change)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(sentence)
  })

  it.each([
    'Dr.Miller',
    'St.John',
    'J.Smith',
    'Anna v.Berg',
    'M.de Vries',
    'J.R.R.Tolkien',
    'Prof.Dr.Ada Lovelace',
    "Jean d'Arc Jr.",
  ])('given %s, who writes no space after a period, then the lead is taken', async (name) => {
    const email = `period-${name.replace(/\P{L}/gu, '').toLowerCase()}@names.example`
    expect((await post(email, { name })).body).toMatchObject({ success: true })
  })

  it('given a sentence for a name, then the mail does not say it', async () => {
    const name = 'Customer your account was suspended call us'
    expect((await post('sentence@limits.example', { name })).status).toBe(200)
    expect((await post('plain@limits.example', { name: 'Zoë O’Neill-Łuk' })).status).toBe(200)
    const [mail] = await eventually(async () => {
      const mails = await mailsTo('sentence@limits.example')
      return mails.length > 0 && mails
    })
    expect(mail?.text).not.toContain('suspended')
    expect(mail?.html).not.toContain('suspended')
    expect(mail?.text).toContain('Hello,')
    await eventually(async () => (await mailsTo('plain@limits.example'))[0]?.text.includes('Hello Zoë,'))
  })

  it('given line breaks in message and source, then no line of the notification can be forged', async () => {
    const forged = ['\n', '\r', '\r\n', '\u2028', '\u0085', '\v']
      .map((end) => `x${end}Company: Forged`)
      .join(' ')
    const answer = await post('forger@limits.example', {
      additional_message: forged,
      attribution: { last: { source: 'ad\nEmail: forged@evil.example' } },
    })
    expect(answer.status).toBe(200)
    const mail = await eventually(async () =>
      (await mailsTo('sales@limits.example')).find(({ text }) => text.includes('forger@limits.example')),
    )
    const lines = mail.text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    expect(lines.filter((line) => line.startsWith('Company:'))).toEqual(['Company: Analytical Engines Ltd.'])
    expect(lines.filter((line) => line.startsWith('Email:'))).toEqual(['Email: forger@limits.example'])
    expect(lines.filter((line) => line.startsWith('> Company: Forged')).length).toBeGreaterThan(4)
  })
})
