import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'
import { isSigned, startReceiver } from './receiver.ts'

const hour = 3_600_000

describe('webhooks to other systems', () => {
  let app: TestApp
  let owner: HttpClient
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let id: string
  let secret: string
  /** Milliseconds that a receiver has to answer. */
  let patience = 15_000

  const lead = async (key = randomUUID()): Promise<string> => {
    await app.site.database.sql.query(
      `insert into leads_lead (id, name, email, phone, company, message, lead_type, status, address_digest, created_at)
       values ($1, 'Ada Lovelace', 'ada@example.com', '1', 'Engines', '', 'normal_lead', 'new', '\\x00', now())`,
      [key],
    )
    return key
  }
  const change = (key: string, status: string) =>
    app.site.database.sql.query('update leads_lead set status = $2 where id = $1', [key, status])
  const act = (action: string, which = {}) => owner.post(`/api/admin/hooks/${id}`, { action, ...which })
  const deliveries = async () => (await owner.get(`/api/admin/hooks/${id}/deliveries`)).body.deliveries
  const endpoint = async () =>
    (await owner.get('/api/admin/hooks')).body.endpoints.find((each: { id: string }) => each.id === id)
  const types = (object: string) =>
    receiver.received.filter(({ message }) => message.data.id === object).map(({ message }) => message.type)

  beforeAll(async () => {
    const timeout = AbortSignal.timeout
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 15_000 ? patience : ms))
    app = await startApp()
    owner = await app.staff()
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await app?.stop()
  })
  beforeEach(async () => {
    receiver = await startReceiver()
    id = randomUUID()
    const events = ['lead.created', 'lead.updated']
    const saved = await owner.put(`/api/admin/hooks/${id}`, { url: receiver.url, events })
    expect(saved.status, saved.text).toBe(200)
    secret = saved.body.secret
  })
  afterEach(async () => {
    patience = 15_000
    await act('delete')
    await receiver.stop()
  })

  it('given 200 leads at once with two changes each, then each event comes once, in the order of its lead, with ids only', async () => {
    const leads = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const key = await lead()
        await change(key, 'contacted')
        await change(key, 'closed')
        return key
      }),
    )
    await eventually(async () => receiver.received.length >= 600, 60)
    expect(new Set(receiver.received.map(({ message }) => message.id)).size).toBe(600)
    for (const key of leads) expect(types(key)).toEqual(['lead.created', 'lead.updated', 'lead.updated'])
    for (const one of receiver.received) {
      expect(isSigned(one, secret)).toBe(true)
      expect(one.headers['webhook-id']).toBe(one.message.id)
      expect(Object.keys(one.message)).toEqual(['id', 'type', 'timestamp', 'data'])
      expect(one.message.data.url).toBe(`${app.url}/admin/leads/${one.message.data.id}`)
      expect(one.body).not.toMatch(/Ada|Engines|@/)
    }
  })

  it('given a call, then the public verifier accepts it, and none of which one byte is changed', async () => {
    await lead()
    const [one] = await eventually(async () => receiver.received.length > 0 && receiver.received)
    expect(isSigned(one!, secret)).toBe(true)
    for (let at = 0; at < one!.body.length; at += 1) {
      const bytes = Buffer.from(one!.body)
      bytes[at]! ^= 1
      expect(isSigned({ ...one!, body: bytes.toString() }, secret), `byte ${at}`).toBe(false)
    }
    for (const name of ['webhook-id', 'webhook-timestamp']) {
      const headers = { ...one!.headers, [name]: `${one!.headers[name]}0` }
      expect(isSigned({ ...one!, headers }, secret), name).toBe(false)
    }
  })

  it('given a receiver that is down for a day, answering 500, 301 and nothing, then each event comes once and in order', async () => {
    patience = 1_000
    const leads = await Promise.all(Array.from({ length: 5 }, () => lead()))
    let hours = 0
    for (const [at, mood] of ([500, 301, 'silent', 404, 500, 301, 'silent', 429] as const).entries()) {
      receiver.state.mood = mood
      await change(leads[at % 5]!, at < 5 ? 'contacted' : 'closed')
      const calls = receiver.state.calls
      await eventually(async () => {
        await app.advance(hour)
        hours += 1
        return receiver.state.calls > calls
      })
    }
    for (; hours < 25; hours += 1) await app.advance(hour)
    expect(hours).toBeLessThan(72)
    expect(receiver.received).toEqual([])
    expect(receiver.state.path).toBe('/hook')
    const waiting = await deliveries()
    expect(waiting.map(({ state }: { state: string }) => state)).not.toContain('delivered')
    expect(waiting.some(({ status }: { status: number | null }) => status !== null)).toBe(true)
    // Nothing is tried before the first event of its lead is delivered.
    for (const each of waiting) if (each.type === 'lead.updated') expect(each.attempts).toBe(0)
    receiver.state.mood = 200
    await eventually(async () => {
      await app.advance(hour)
      return receiver.received.length >= 13
    }, 40)
    await app.advance(6 * hour)
    expect(receiver.received).toHaveLength(13)
    expect(new Set(receiver.received.map(({ message }) => message.id)).size).toBe(13)
    for (const key of leads) expect(types(key)[0]).toBe('lead.created')
    expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
    expect((await endpoint()).pausedAt).toBeNull()
  })

  it('given a receiver that accepts nothing for three days, then it is paused, a mail says so, and after Resume what waited is sent', async () => {
    receiver.state.mood = 500
    const key = await lead()
    await change(key, 'contacted')
    await eventually(async () => {
      await app.advance(6 * hour)
      return (await endpoint()).pausedAt
    }, 60)
    const mails = await eventually(async () => {
      const { text } = await app.client().get('/dev/mail')
      return text.includes('are paused') && text
    })
    expect(mails).toContain(`Webhooks to ${new URL(receiver.url).host} are paused`)
    expect((await endpoint()).failed).toBe(1)
    receiver.state.mood = 200
    await act('resume')
    await eventually(async () => receiver.received.length === 1)
    expect(types(key)).toEqual(['lead.updated'])
    await act('again', { since: new Date(0).toISOString() })
    await eventually(async () => receiver.received.length === 3)
    expect(types(key)).toEqual(['lead.updated', 'lead.created', 'lead.updated'])
    expect(receiver.received[2]!.message.id).toBe(receiver.received[0]!.message.id)
  })

  it('given an answer of 410, then the endpoint is paused at once; paused by a person, its events wait', async () => {
    receiver.state.mood = 410
    await lead()
    await eventually(async () => (await endpoint()).pausedAt)
    expect((await endpoint()).pausedBecause).toContain('410')
    receiver.state.mood = 200
    await act('resume')
    await eventually(async () => receiver.received.length === 1)
    await act('pause')
    const key = await lead()
    await eventually(async () => (await endpoint()).waiting === 1)
    await app.advance(hour)
    expect(receiver.received).toHaveLength(1)
    await act('resume')
    await eventually(async () => types(key).length === 1)
  })

  it('given a process that died in a call, then the event is sent again when nobody can be in that call any more', async () => {
    await act('pause')
    await lead()
    await eventually(async () => (await endpoint()).waiting === 1)
    const until = new Date(app.clock.now().getTime() + 20_000)
    await app.site.database.sql.query('update hooks_delivery set calling_until = $1', [until])
    await act('resume')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(receiver.received).toEqual([])
    await eventually(async () => {
      await app.advance(20_000)
      return receiver.received.length === 1
    })
  })

  it('given a secret that is replaced, then both are valid for a day, or until the old one is ended', async () => {
    const rotated = await act('rotate')
    const newer: string = rotated.body.secret
    expect(newer).not.toBe(secret)
    const last = async () => {
      const calls = receiver.received.length
      await act('test')
      await eventually(async () => receiver.received.length > calls)
      const one = receiver.received.at(-1)!
      expect(one.message.type).toBe('endpoint.test')
      return [isSigned(one, newer), isSigned(one, secret)]
    }
    expect(await last()).toEqual([true, true])
    await app.advance(25 * hour)
    expect(await last()).toEqual([true, false])
    await act('rotate')
    await act('end-old-secret')
    expect(await last()).toEqual([false, false])
    const { rows } = {
      rows: await app.site.database.sql.query('select secret, old_secret from hooks_endpoint'),
    }
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  })

  it('given a person who is erased, then no answer of a receiver is kept, and no table of webhooks has a name', async () => {
    await lead()
    await eventually(async () => (await deliveries())[0]?.answer === 'answer 200')
    const { PersonalData } = await import('#platform/privacy/personal-data.ts')
    for (const part of app.site.container.getAll(PersonalData))
      if (part.name === 'webhooks') await part.erase({ userId: randomUUID(), email: 'ada@example.com' })
    const stored = await app.site.database.sql.query('select * from hooks_delivery')
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toMatch(/Ada|ada@|answer 200/)
  })

  it('given addresses that are not public, then they are refused; in development this machine is allowed', async () => {
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://[::ffff:10.0.0.1]/',
      'ftp://a.example/',
    ]) {
      const answer = await owner.put(`/api/admin/hooks/${randomUUID()}`, { url, events: ['lead.created'] })
      expect([answer.status, answer.body.code], url).toEqual([400, 'HOOK_ADDRESS'])
    }
  })
})
