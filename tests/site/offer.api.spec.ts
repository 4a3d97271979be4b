import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountHolders } from '../identity/account-holders.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'

const root = join(import.meta.dirname, '../..')

describe('what is offered, wherever it is told', () => {
  let app: TestApp
  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], { env: {} })
    app = await startApp({ dist: join(root, 'dist'), env: { ENABLE_SEO_TESTING: 'true' } })
  })
  afterAll(() => app?.stop())

  const product = async () =>
    (await app.client().get('/api/products/type/certification_program')).body.products[0] as {
      id: string
      price: string
      currency: string
    }
  const words = async (path: string): Promise<string> =>
    (await app.client().get(path)).text.replace(/<!-- -->/g, '').replaceAll('&#x27;', '’')
  /** What a reader sees of a page: neither its data nor its attributes. */
  const shown = async (path: string): Promise<string> =>
    (await words(path)).replace(/<(script|style|head)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' ')

  it('given the product, then it costs $2,500.00 in dollars, and the page and its structured data say the same (M-465)', async () => {
    expect(await product()).toMatchObject({ price: '2500.00', currency: 'usd' })
    const page = await words('/certification/program-details')
    expect(await shown('/certification/program-details')).toContain('$2,500.00')
    expect(page).toContain('"price":"2500.00"')
    expect(page).toContain('"priceCurrency":"USD"')
    expect(page.match(/\$\d[\d,.]*\d/g)?.filter((price) => price !== '$2,500.00')).toEqual([])
  })

  it('given a date that can be booked, then the structured data has its days, its weekly labs and the places left', async () => {
    const labs = [{ weekday: 4, time: '18:00', minutes: 90 }]
    const plan = { startsOn: '2033-03-07', timeZone: 'America/New_York', labs, coachingWeeks: [4, 9] }
    const staff = await app.staff()
    expect(await words('/certification/program-details')).toContain('"courseWorkload":"P12W"')
    await staff.post('/api/admin/cohorts', { id: randomUUID(), ...plan, capacity: 7 })
    const course = await eventually(async () => {
      const page = await words('/certification/program-details')
      const blocks = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
      const facts = blocks.map(([, text = '']) => JSON.parse(text))
      return facts.find((each) => each['@type'] === 'Course' && Array.isArray(each.hasCourseInstance))
    })
    expect(course.hasCourseInstance).toMatchObject([
      {
        ...{ startDate: '2033-03-07', endDate: '2033-05-29', remainingAttendeeCapacity: 7 },
        courseSchedule: [
          {
            ...{ repeatFrequency: 'Weekly', repeatCount: 12, byDay: 'https://schema.org/Thursday' },
            ...{ startTime: '18:00:00', scheduleTimezone: 'America/New_York', duration: 'PT90M' },
          },
        ],
      },
    ])
  })

  it('given a buyer who wants two seats at once, then one is all that an order holds (M-465)', async () => {
    const buyer = await accountHolders(() => app).signUp('two-seats@example.com')
    const { id } = await product()
    const want = (quantity: number) =>
      buyer.post('/api/checkout/create-payment-intent', { items: [{ productId: id, quantity }] })
    for (const quantity of [2, 0]) {
      const answer = await want(quantity)
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.errors.join(' ')).toMatch(/quantity.*must be 1/)
    }
    const taken = await want(1)
    expect(taken.status, taken.text).toBe(200)
    expect(taken.body.paymentIntent).toMatchObject({ amount: '2500.00', currency: 'usd' })
  })

  it.each([
    [
      '/certification/program-details',
      ['12 weeks', '2 private coaching sessions', 'valid for 2 years', 'within 24 hours'],
    ],
    ['/terms', ['12 weeks', 'two private coaching sessions', 'valid for two years', 'up to 24 hours']],
    ['/privacy', ['answers within one business day']],
    ['/', ['answers within one business day']],
  ])(
    'given %s, then its lengths, terms and deadlines are the ones that were set (M-465)',
    async (path, told) => {
      const page = await shown(path)
      for (const each of told) expect(page).toMatch(new RegExp(`(?<![\\w.,-])${each}`))
    },
  )
})
