import { describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

const lead = (changes: Record<string, unknown>) => ({
  name: 'Ada Lovelace',
  phone_number: '+44 20 7946 0000',
  company_name: 'Analytical Engines Ltd.',
  additional_message: '',
  lead_type: 'normal_lead',
  ...changes,
})

describe('leads that arrive together share a transaction', () => {
  const app = given(startApp)

  const postAll = (bodies: object[]) =>
    Promise.all(
      bodies.map((body) =>
        app
          .client()
          .post('/api/leads', body)
          .then(({ status }) => status),
      ),
    )
  const total = async (search: string, status: string): Promise<number> =>
    (await (await app.staff()).get(`/api/admin/leads?search=${search}&status=${status}`)).body.total

  it('given forty addresses at once from one place, then five are new and the others are in quarantine', async () => {
    const bodies = Array.from({ length: 40 }, (_, i) => lead({ email: `together${i}@flood.example` }))
    expect(new Set(await postAll(bodies))).toEqual(new Set([200]))
    expect(await total('together', 'new')).toBe(5)
    expect(await total('together', 'quarantined')).toBe(35)
  })

  it('given a text that the database cannot hold among them, then only its sender gets an error', async () => {
    await app.advance(120_000)
    const answers = await postAll([
      lead({ email: 'good@group.example' }),
      lead({ email: 'bad@group.example', additional_message: 'nothing\u0000here' }),
      lead({ email: 'good@group.example' }),
    ])
    expect(answers).toEqual([200, 400, 200])
    expect(await total('group.example', 'new')).toBe(2)
    await eventually(
      async () => (await app.client().get('/api/dev/mail?to=good@group.example')).body.mails.length === 2,
    )
  })
})
