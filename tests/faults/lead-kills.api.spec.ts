import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { openSite, type Site } from './support/site.ts'

const kills = process.env.LONG === '1' ? 50 : 2
const atOnce = 12
/** Milliseconds; every restart takes seconds, a job whose worker died is noticed after twenty. */
const patience = 120_000 + kills * 30_000

describe(`kill -9 between storing a lead and mailing its sender, ${kills} times`, () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite({ env: { TRUST_PROXY_HOPS: '1' } })
  })
  afterAll(() => site?.close())

  it(
    'given leads that were answered, when the process dies before their mails are out, then each sender is thanked once',
    async () => {
      const thanked: string[] = []
      let owedAtDeath = 0
      for (let kill = 0; kill < kills; kill += 1) {
        const answers = await Promise.all(
          Array.from({ length: atOnce }, (_, n) => {
            const email = `kill${kill}-${n}@kills.example`
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
        await site.crash(0)
        const [{ open } = { open: 0 }] = await site.sql.query<{ open: number }>(
          `select count(*)::int as open from pgboss.job where name = 'leads-thank-you' and state in ('created', 'retry', 'active')`,
        )
        owedAtDeath += open
      }
      const mailed = () =>
        site.sql.query<{ recipient: string; count: number }>(
          `select recipient, count(*)::int as count from platform_dev_mail where recipient like '%@kills.example' group by 1`,
        )
      await eventually(async () => (await mailed()).length === thanked.length, 240)
      const rows = await mailed()
      console.log(
        `${kills} kills: ${thanked.length} leads, ${owedAtDeath} mails still owed after a restart, 0 lost`,
      )
      expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(thanked.toSorted())
      expect(rows.filter(({ count }) => count !== 1)).toEqual([])
      expect(owedAtDeath).toBeGreaterThan(0)
    },
    patience,
  )
})
