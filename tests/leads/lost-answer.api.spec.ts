import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { LeadIntake, type NewLead } from '../../src/modules/leads/lead-intake.ts'
import { startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

const lead = (email: string): NewLead => ({
  id: randomUUID(),
  name: 'Ada Lovelace',
  email,
  phone: '+44 20 7946 0000',
  company: 'Analytical Engines Ltd.',
  message: '',
  lead_type: 'normal_lead',
  status: 'new',
  quarantine_reason: null,
  owner: null,
  source: null,
  first_source: null,
  last_source: null,
  attribution: {},
  address_digest: `\\x${'00'.repeat(32)}`,
  created_at: new Date(),
  report: null,
})

describe('a group of leads whose transaction gives no answer', () => {
  const app = given(startApp)

  /** Commits or not, as `before` says, and then loses the connection; a later caller gets through if `back`. */
  function intake(committed: boolean, back: boolean): LeadIntake {
    const { database, jobs } = app.site
    let lost = false
    const query = async (text: string, values: readonly unknown[]): Promise<object[]> => {
      const first = !lost
      lost = true
      if (first ? !committed : !back) throw new Error('The connection was lost')
      const rows = await database.sql.query(text, values)
      if (first) throw new Error('The connection was lost')
      return rows
    }
    const flaky = { sql: { query } } as unknown as Database
    return new LeadIntake(flaky, jobs, async () => () => [])
  }
  const stored = async (email: string) =>
    (await app.site.database.sql.query('select from leads_lead where email = $1', [email])).length

  it.each([
    ['was committed', true],
    ['was not', false],
  ])(
    'given that it %s, then each sender is told that the lead is stored, and it is, once',
    async (_, committed) => {
      const email = `${randomUUID()}@lost.example`
      const group = intake(committed, true)

      expect(await Promise.all([1, 2, 3].map(() => group.store(lead(email))))).toEqual(['new', 'new', 'new'])
      expect(await stored(email)).toBe(3)
    },
  )

  it('given a database that stays away, then every sender gets an error', async () => {
    const email = `${randomUUID()}@lost.example`
    const group = intake(false, false)

    const told = await Promise.allSettled([1, 2].map(() => group.store(lead(email))))
    expect(told.map(({ status }) => status)).toContain('rejected')
    expect(await stored(email)).toBeLessThan(2)
  })
})
