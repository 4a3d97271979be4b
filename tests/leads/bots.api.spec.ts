import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

const perProfile = process.env.LONG === '1' ? 1_000 : 60
const honest = 200
const atOnce = 16

const lead = (email: string, changes: Record<string, unknown> = {}) => ({
  name: 'Ada Lovelace',
  phone_number: '+44 20 7946 0000',
  company_name: 'Analytical Engines Ltd.',
  additional_message: '',
  lead_type: 'normal_lead',
  email,
  ...changes,
})

/** The three profiles of a bot, and what each of its posts carries. */
const profiles: [string, (n: number) => object][] = [
  ['fills the hidden field', (n) => lead(`trap${n}@bot.example`, { website: 'https://spam.example' })],
  ['fills the form in under two seconds', (n) => lead(`fast${n}@bot.example`, { fill_ms: n % 2_000 })],
  ['sends many addresses from one place', (n) => lead(`many${n}@bot.example`)],
]

describe(`bots and honest visitors (L3): ${perProfile} posts of each profile`, () => {
  const app = given(() => startApp({ env: { LEADS_NOTIFY_EMAIL: 'sales@veralead.example' } }))

  const total = async (filter: string): Promise<number> =>
    (await (await app.staff()).get(`/api/admin/leads?${filter}`)).body.total
  const mailsTo = async (to: string): Promise<number> =>
    (await app.client().get(`/api/dev/mail?to=${encodeURIComponent(to)}`)).body.mails.length
  /** Every queued job has been done. */
  const settled = async (): Promise<void> => {
    for (const queue of ['leads-thank-you', 'leads-notify-staff'])
      await expect
        .poll(
          async () => {
            const [row] = await app.site.database.sql.query<{ open: number }>(
              `select (select count(*)::int from platform_job_outbox where queue = $1)
                 + (select count(*)::int from pgboss.job where name = $1 and state in ('created', 'retry', 'active')) as open`,
              [queue],
            )
            return row?.open
          },
          { timeout: 60_000 },
        )
        .toBe(0)
  }

  it.each(profiles)(
    'given a program that %s, then it is answered, kept apart, and gets no mail',
    async (name, post) => {
      // Nobody counts as recent any more.
      await app.advance(10 * 60_000)
      // The first five addresses of a place cannot be told from five people in one office.
      const tolerated = name.startsWith('sends many') ? 5 : 0
      const statuses: number[] = []
      for (let n = 0; n < perProfile; n += atOnce) {
        const group = Array.from({ length: Math.min(atOnce, perProfile - n) }, (_, i) => post(n + i))
        const answers = await Promise.all(group.map((body) => app.client().post('/api/leads', body)))
        statuses.push(...answers.map(({ status }) => status))
      }
      const taken = statuses.filter((status) => status === 200).length
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
      const word = (post(0) as { email: string }).email.slice(0, 4)
      expect(await total(`search=${word}&status=quarantined`)).toBe(taken - tolerated)
      await settled()
      const told = await mailsTo('sales@veralead.example')
      console.log(`${name}: ${taken} stored, ${statuses.length - taken} refused, ${told} mails`)
      expect(told).toBe(tolerated)
    },
  )

  it(`given ${honest} people in one office within an hour, then every one of them is accepted and thanked`, async () => {
    await app.advance(10 * 60_000)
    for (let n = 0; n < honest; n += 1) {
      await app.advance(18_000)
      const email = `person${n}@office.example`
      expect((await app.client().post('/api/leads', lead(email, { fill_ms: 9_000 + n }))).status).toBe(200)
    }
    expect(await total('search=office.example&status=new')).toBe(honest)
    expect(await total('search=office.example&status=quarantined')).toBe(0)
    await settled()
    expect(await mailsTo('person0@office.example')).toBe(1)
    expect(await mailsTo(`person${honest - 1}@office.example`)).toBe(1)
  }, 300_000)
})
