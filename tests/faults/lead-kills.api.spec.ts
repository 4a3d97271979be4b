import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { openSite, type Site } from './support/site.ts'

const kills = process.env.LONG === '1' ? 50 : 2
/** All of them together are fewer than the development mailbox keeps. */
const atOnce = 8
/** How many mails a process has in hand at once: a kill between handing one over and noting it repeats that many. */
const inHand = 2
/** Milliseconds; every restart takes seconds, a job whose worker died is noticed after twenty. */
const patience = 120_000 + kills * 30_000

describe(`kill -9 between storing a lead and mailing its sender, ${kills} times`, () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite({ env: { TRUST_PROXY_HOPS: '1' } })
  })
  afterAll(() => site?.close())

  it(
    'given leads that were answered, when the process dies before their mails are out, then each sender has one thank-you mail',
    async () => {
      const domain = `kills-${randomUUID()}.example`
      const thanked: string[] = []
      let owedAtDeath = 0
      // When the mails were quicker than every kill so far, nothing is proven yet.
      for (let kill = 0; kill < kills || (owedAtDeath === 0 && kill < 20); kill += 1) {
        const answers = await Promise.all(
          Array.from({ length: atOnce }, (_, n) => {
            const email = `kill${kill}-${n}@${domain}`
            return fetch(`${site.url()}/api/leads`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${kill}.${n}` },
              body: JSON.stringify({
                name: 'Ada Lovelace',
                phone_number: '+44 20 7946 0000',
                email,
                company_name: 'Analytical Engines Ltd.',
                lead_type: 'normal_lead',
              }),
            }).then(({ status }) => ({ email, status }))
          }),
        )
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
        thanked.push(...answers.map(({ email }) => email))
        const [now] = await site.sql.query<{ at: Date }>('select clock_timestamp() as at')
        await site.crash(0)
        // The next process may have sent them all by now.
        const [owed] = await site.sql.query<{ count: number }>(
          `select (select count(*)::int from pgboss.job where name = 'leads-thank-you' and created_on <= $1
               and (completed_on is null or completed_on > $1))
             + (select coalesce(sum(jsonb_array_length(jobs)), 0)::int from platform_job_outbox
               where queue = 'leads-thank-you' and owed_at <= $1) as count`,
          [now?.at],
        )
        owedAtDeath += owed?.count ?? 0
      }
      const mailed = () =>
        site.sql.query<{ recipient: string; mails: number; deliveries: number }>(
          `select recipient, count(distinct message_id)::int as mails, count(*)::int as deliveries
           from platform_dev_mail where recipient like $1 group by 1`,
          [`%@${domain}`],
        )
      await eventually(async () => (await mailed()).length === thanked.length, 240)
      const rows = await mailed()
      const repeated = rows.reduce((sum, { deliveries }) => sum + deliveries - 1, 0)
      console.log(
        `${kills} kills: ${thanked.length} leads, ${owedAtDeath} mails still owed at a kill, 0 lost, ${repeated} delivered again under the same id`,
      )
      expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(thanked.toSorted())
      expect(rows.filter(({ mails }) => mails !== 1)).toEqual([])
      expect(repeated).toBeLessThanOrEqual(kills * inHand)
      expect(owedAtDeath).toBeGreaterThan(0)
    },
    patience,
  )
})
