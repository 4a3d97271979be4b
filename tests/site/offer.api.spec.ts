import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OrderDocuments } from '../../src/modules/commerce/invoices/order-documents.ts'
import { OrderPrograms } from '../../src/modules/leadership/index.ts'
import { openShop, type Shop } from '../commerce/support/shop.ts'
import { accountHolders } from '../identity/account-holders.ts'
import { eventually } from '../support/app.ts'
import { boxesOf } from '../support/pdf.ts'

const root = join(import.meta.dirname, '../..')

describe('what is offered, wherever it is shown', () => {
  let app: Shop
  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], { env: {} })
    app = await openShop({ dist: join(root, 'dist'), env: { ENABLE_SEO_TESTING: 'true' } })
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

  const tuesday = { weekday: 2, time: '12:00', minutes: 90 }
  const thursday = { weekday: 4, time: '18:00', minutes: 90 }
  const everyDay = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days? \d{1,2}:\d\d [AP]M/g
  const everyDate = /\b(?:January|February|March|April|May|June|July) \d{1,2}, 2033/g
  const everyPrice = /\$\d[\d,]*(?:\.\d\d)?/g
  /** How often a lab is said to be held, in any words. */
  const howOften = /once a week|twice a week|both times|times of day|(?:choice of|at|run at) \w+ times/g
  const found = (text: string, pattern: RegExp) => [...new Set(text.match(pattern) ?? [])].sort()

  it.each([
    ['no cohort', [], []],
    ['a cohort with one time', [tuesday], ['once a week']],
    ['a cohort with two times', [tuesday, thursday], ['choice of two times']],
  ])(
    'given %s, then pages, mails and documents say the dates, the lab times, the price and the refund that hold',
    async (_, labs, often) => {
      const owner = await app.staff()
      for (const { id } of (await owner.get('/api/admin/cohorts')).body.cohorts)
        await owner.post(`/api/admin/cohorts/${id}/cancel`)
      const id = randomUUID()
      const plan = { startsOn: '2033-05-02', timeZone: 'America/Chicago', labs, coachingWeeks: [3, 10] }
      const hasCohort = labs.length > 0
      if (hasCohort)
        expect((await owner.post('/api/admin/cohorts', { id, ...plan, capacity: 5 })).status).toBe(200)
      const says = (text: string) => found(text, howOften).join()
      const expected = often.join()
      await eventually(async () => says(await shown('/')) === expected)

      const sitemap = (await app.client().get('/sitemap.xml')).text
      const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(
        ([, address = '']) => new URL(address).pathname,
      )
      expect(pages.length).toBeGreaterThan(6)
      const texts = new Map<string, string>()
      for (const path of [...pages, '/signup', '/login', '/organization/buy'])
        texts.set(path, await shown(path))
      const buyer = await app.buyer()
      const { body } = await app.checkout(buyer, hasCohort ? { cohortId: id } : {})
      await app.pay(body.paymentIntent.clientSecret)
      const orderId = body.order.id as string
      await eventually(async () => {
        const seen = await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
        return seen.body?.order?.status === 'completed'
      })
      await app.advance(3_600_000)
      const mails = await eventually(async () => {
        const sent = (await app.client().get(`/api/dev/mail?to=${encodeURIComponent(buyer.email)}`)).body
          .mails
        return sent.length > 1 && (sent as { subject: string; text: string; attachments: string[] }[])
      }, 20)
      for (const { subject, text } of mails) texts.set(subject, text.replace(/\s+/g, ' '))
      const documents = app.site.container.get(OrderDocuments)
      for (const kind of ['invoice', 'receipt'] as const)
        texts.set(
          kind,
          (await boxesOf((await documents.get(orderId, kind)).bytes)).map(({ text }) => text).join(' '),
        )

      const days = hasCohort ? ['Thursdays 6:00 PM', 'Tuesdays 12:00 PM'].slice(-labs.length) : []
      const dates = ['May 2, 2033', 'May 3, 2033', 'May 5, 2033'].slice(0, hasCohort ? labs.length + 1 : 0)
      for (const [name, text] of texts) {
        expect(
          found(text, howOften).filter((words) => !often.includes(words)),
          name,
        ).toEqual([])
        expect(
          found(text, everyDay).filter((words) => !days.includes(words)),
          name,
        ).toEqual([])
        expect(
          found(text, everyDate).filter((words) => !dates.includes(words)),
          name,
        ).toEqual([])
        expect(text, name).not.toMatch(/\bweeks? (?:four|nine)\b|final (?:once|after|when)|access began/)
        if (name !== '/' && !name.startsWith('/leadership'))
          expect(
            found(text, everyPrice).filter((price) => !/^\$(?:2,500(?:\.00)?|0\.00)$/.test(price)),
            name,
          ).toEqual([])
      }
      expect(says(texts.get('/certification/program-details')!)).toBe(expected)
      expect(found(texts.get('/certification/program-details')!, everyDay)).toEqual(days)
      const syllabus = texts.get('/certification/program-details')!.replace(/\s+/g, ' ')
      expect(syllabus.match(/\S+ (?:First|Second) private coaching session/g)).toEqual(
        hasCohort
          ? ['Integrity First private coaching session', 'load Second private coaching session']
          : ['Purpose First private coaching session', 'you Second private coaching session'],
      )
      expect(texts.get('/terms')).toContain('because you changed your mind after you enrolled')
      expect(texts.get('/certification/program-details')).toContain('All enrollments are final')
      const purchase = ['You are enrolled: Authentic Leader Certification', 'Your training schedule']
      expect(mails.map(({ subject }) => subject).sort()).toEqual(purchase.toSorted())
      for (const mail of mails) {
        expect(found(mail.text, everyDate), mail.subject).toEqual(dates)
        expect(found(mail.text, everyDay), mail.subject).toEqual(days)
        expect(mail.attachments.includes('program.ics'), mail.subject).toBe(hasCohort)
      }
      const program = await app.site.container.get(OrderPrograms).ofOrder(orderId)
      const events = program?.calendar.content.toString().match(/^BEGIN:VEVENT/gm)?.length ?? 0
      expect(events).toBe(12 * labs.length)
    },
  )
})
