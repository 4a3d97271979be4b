import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productId } from '../commerce/support/shop.ts'
import { plan } from '../leadership/cohorts/program-log.ts'
import { admin, eventually } from '../support/app.ts'
import { type Answer, HttpClient } from '../support/http-client.ts'
import { openSite, type Site } from './support/site.ts'

const long = process.env.LONG === '1'
const [capacity, buyers, kills] = long ? [20, 200, 6] : [3, 12, 1]
const minute = 60_000

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

/** Somebody who presses again until a process answers; a refusal is an answer. */
async function patient(step: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await step().catch(() => undefined)
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer
    if (tries > 300) throw new Error(`Never answered: ${answer?.text}`)
    await sleep(150)
  }
}

type Person = { http: HttpClient; email: string; intentId: string | null }

const checkout = (http: HttpClient, cohortId: string, offer?: string): Promise<Answer> =>
  patient(() =>
    http.post('/api/checkout/create-payment-intent', {
      items: [{ productId, quantity: 1 }],
      metadata: { source: 'embedded_payment_page', cohortId, ...(offer === undefined ? {} : { offer }) },
    }),
  )

interface Told {
  type: string
  data: { orderId?: string; place: number; until?: string | null; waitId?: string; reason?: string }
  at: Date
}

test(
  `given ${buyers} buyers at once for ${capacity} places, closed tabs, late payments, chaos at the provider and ${kills} kill -9, then ${capacity} are taken, never one more, and no place is idle while somebody waits`,
  async () => {
    const owner = new HttpClient(site.url())
    await patient(() => owner.post('/api/auth/login', { ...admin, credentials: 'include' }))
    const cohortId = randomUUID()
    const made = await patient(() =>
      owner.post('/api/admin/cohorts', { id: cohortId, ...plan('2033-03-01'), capacity }),
    )
    expect(made.status, made.text).toBe(200)
    await site.lab('/lab/chaos', {
      seed: 'places',
      webhooks: [
        { fault: 'duplicate', copies: 3, rate: 0.5 },
        { fault: 'delay', ms: 1_500, rate: 0.5 },
        // What got lost is sent again after a minute or found by the reconciler: for the long run.
        ...(long ? [{ fault: 'drop', attempts: 1, rate: 0.3 }] : []),
      ],
      requests: [{ match: { path: '/v1/payment_intents*' }, fault: 'cut', when: 'after', rate: 0.1 }],
    })
    const people: Person[] = []
    for (let each = 0; each < buyers; each += 1) {
      const http = await site.customer()
      people.push({ http, email: `waits-${each}@example.com`, intentId: null })
    }

    // Everybody wants a place while the process is killed again and again; who gets none waits.
    const rush = Promise.all(
      people.map(async (person) => {
        const answer = await checkout(person.http, cohortId)
        if (answer.status === 200) person.intentId = answer.body.paymentIntent.id
        else {
          expect(answer.body.code).toBe('COHORT_FULL')
          const joined = await patient(() =>
            new HttpClient(site.url()).post(`/api/cohorts/${cohortId}/wait-list`, { email: person.email }),
          )
          // A place may have become free, or the answer of the first try was lost; nobody joins twice.
          expect([200, 409]).toContain(joined.status)
        }
      }),
    )
    rush.catch(() => console.log(site.output()))
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(kill === 0 ? 150 : 800)
      await site.crash(0)
    }
    await rush
    const standing = async () => {
      const [row] = await site.sql.query<{ taken: number; free: number; waiting: number; offered: number }>(
        `select count(*) filter (where taken_at is not null)::int as taken,
           count(*) filter (where order_id is null and wait_id is null)::int as free,
           (select count(*)::int from program_wait where standing = 'waiting') as waiting,
           count(*) filter (where wait_id is not null)::int as offered from program_place`,
      )
      return row!
    }
    expect(await standing()).toMatchObject({ free: 0, taken: 0, offered: 0 })

    // A third pays, a third closes the tab, a third pays when its time is over.
    const holders = people.filter(({ intentId }) => intentId !== null)
    expect(holders.length).toBe(capacity)
    const [prompt, late] = [holders.filter((_, at) => at % 3 === 0), holders.filter((_, at) => at % 3 === 1)]
    const pay = ({ intentId }: Person) => site.lab(`/lab/objects/${intentId}/pay`, {})
    await Promise.all(prompt.map(pay))
    await eventually(async () => (await standing()).taken === prompt.length, 120)

    // Then the holds end: by the job in the long run; here the statement that the job runs is not waited for.
    const advanced = await patient(() =>
      new HttpClient(site.url()).post('/api/dev/clock', { advanceMs: long ? 28 * minute : 31 * minute }),
    )
    expect(advanced.status).toBe(200)
    if (!long) {
      const now = new Date(Date.now() + 31 * minute)
      await site.sql.query('select program_end_holds(id, $1) from program_cohort', [now])
    }
    const open = capacity - prompt.length
    await eventually(async () => (await standing()).offered === open, long ? 400 : 120)
    await Promise.all(late.map(pay))

    // A person who is offered a place takes it by the link of the mail, in any order.
    const settled = new Set<string>()
    const offers = async (): Promise<{ email: string; token: string }[]> => {
      const mails = await site.sql.query<{ recipient: string; text: string }>(
        `select recipient, text_body as text from platform_dev_mail where subject = 'A place is kept for you'`,
      )
      return mails.flatMap(({ recipient, text }) => {
        const link = /https?:\S+wait-list\?\S+/.exec(text)?.[0]
        return link === undefined || settled.has(recipient)
          ? []
          : [{ email: recipient, token: new URL(link).search.slice(1) }]
      })
    }
    await eventually(async () => {
      for (const { email, token } of await offers()) {
        const person = people.find((one) => one.email === email)!
        const answer = await checkout(person.http, cohortId, token)
        expect(answer.body.cohort, answer.text).toMatchObject({ cohortId, place: 'held' })
        settled.add(email)
        person.intentId = answer.body.paymentIntent.id
        await pay(person)
      }
      return settled.size === open
    }, 120)
    await eventually(async () => (await standing()).taken === capacity, 120)
    await site.lab('/lab/chaos', {})

    // What the log shows: nobody beyond the places, no place free while somebody waited, each hold ended in time.
    const facts = await site.sql.query<Told>(
      `select type, data, occurred_at as at from es.events where stream_id = $1 order by version`,
      [`cohort-${cohortId}`],
    )
    const held = new Map<number, { orderId: string; until: string | null }>()
    for (const [index, { type, data, at }] of facts.entries()) {
      if (type === 'PlaceHeld' || type === 'PlaceTaken') {
        const before = held.get(data.place)
        expect([undefined, data.orderId]).toContain(before?.orderId)
        expect(data.place).toBeLessThanOrEqual(capacity)
        held.set(data.place, { orderId: data.orderId!, until: data.until ?? null })
      }
      if (type !== 'PlaceReleased') continue
      const until = held.get(data.place)?.until
      if (long && until != null) expect(at.getTime() - Date.parse(until)).toBeLessThanOrEqual(minute)
      held.delete(data.place)
      expect(facts[index + 1]).toMatchObject({ type: 'OfferMade', data: { place: data.place } })
    }
    expect(held.size).toBe(capacity)
    // Late payers are unplaced; the check of everything compares places, claims, orders and the log.
    // A webhook that was lost comes again hours later; the buyer's return reports it at once.
    for (const { http, intentId } of late)
      await patient(() => http.get(`/api/checkout/verify-payment-intent/${intentId}`))
    await eventually(async () => {
      const unplaced = await site.sql.query('select from program_enrollment where unplaced_at is not null')
      return unplaced.length === late.length
    }, 120)
    await site.expectInvariants()
    console.log(
      `places: ${buyers} buyers, ${capacity} places, ${kills} kills, ${late.length} paid late, ${open} offered and taken`,
    )
  },
  long ? 1_800_000 : 300_000,
)
