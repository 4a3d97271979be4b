import { afterAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import {
  dummySecrets,
  dummyToken,
  startTurnstileStandIn,
  type TurnstileStandIn,
} from '../support/turnstile-stand-in.ts'

const lead = (changes: Record<string, unknown> = {}) => ({
  name: 'Ada Lovelace',
  phone_number: '+44 20 7946 0000',
  email: 'ada@analytical.example',
  company_name: 'Analytical Engines Ltd.',
  additional_message: '',
  lead_type: 'normal_lead',
  ...changes,
})
const own = 'a-real-secret'

describe('leads behind a configured challenge (M-113, M-115)', () => {
  const ends: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const end of ends) await end()
  })

  /** An app whose challenge is the stand-in under `secret`. */
  async function guarded(secret: string): Promise<{ app: TestApp; standIn: TurnstileStandIn }> {
    const standIn = await startTurnstileStandIn(own)
    const app = await startApp({
      env: {
        TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
        TURNSTILE_SECRET_KEY: secret,
        TURNSTILE_VERIFY_URL: standIn.verifyUrl,
      },
    })
    ends.push(app.stop, standIn.close)
    return { app, standIn }
  }
  const stored = async (app: TestApp): Promise<number> =>
    (await (await app.staff()).get('/api/admin/leads')).body.total

  it.each([
    [dummySecrets.passes, 200, undefined, 1],
    [dummySecrets.fails, 400, 'Security verification failed. Please try again.', 0],
    [dummySecrets.spent, 400, 'Security verification expired. Please try again.', 0],
  ])('given the dummy secret %s, then the answer is %i', async (secret, status, sentence, kept) => {
    const { app } = await guarded(secret)
    const answer = await app.client().post('/api/leads', lead({ turnstileToken: dummyToken }))
    expect(answer.status).toBe(status)
    expect(answer.body.error).toBe(sentence)
    expect(await stored(app)).toBe(kept)
  })

  it('given a real secret, then no token, a dummy one, a spent one and ?test=true do not get past it (M-115, M-116)', async () => {
    const { app, standIn } = await guarded(own)
    const post = (body: object, query = '') => app.client().post(`/api/leads${query}`, body)
    const missing = await post(lead())
    expect([missing.status, missing.body.error]).toEqual([400, 'Please complete the security verification.'])
    expect((await post(lead(), '?test=true')).status).toBe(400)
    expect((await post(lead({ turnstileToken: dummyToken }), '?test=true')).status).toBe(400)
    expect((await post(lead({ turnstileToken: 'fresh' }))).status).toBe(200)
    const again = await post(lead({ turnstileToken: 'fresh' }))
    expect([again.status, again.body.error]).toEqual([
      400,
      'Security verification expired. Please try again.',
    ])
    expect(await stored(app)).toBe(1)

    standIn.down = true
    standIn.asked = 0
    const during = await post(lead({ turnstileToken: 'during' }))
    expect([during.status, during.body.error]).toEqual([
      400,
      'Security verification failed. Please try again.',
    ])
    expect(standIn.asked).toBe(2)
    standIn.down = false
    expect((await post(lead({ turnstileToken: 'during' }))).status).toBe(200)
    expect(await stored(app)).toBe(2)
  })
})
