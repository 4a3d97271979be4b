import { randomUUID } from 'node:crypto'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plan } from '../../leadership/cohorts/program-log.ts'
import { companies } from '../../leadership/companies.ts'
import { boxesOf, expectTagged, overlapping } from '../../support/pdf.ts'
import { openShop, productId, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.stop())

const asked = (body: object): Promise<Response> =>
  fetch(`${shop.url}/api/prices/letter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId, report: null, ...body }),
  })

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()

it('given seats, dates and a calculation, then text and PDF are the same letter, on one tagged page, and nothing of it is stored', async () => {
  const owner = await shop.staff()
  const labs = [2, 3, 4, 5].map((weekday) => ({ weekday, time: '12:30', minutes: 90 }))
  for (const startsOn of ['2033-01-11', '2033-04-12', '2033-07-12', '2033-10-11']) {
    const cohort = { id: randomUUID(), ...plan(startsOn), labs, capacity: 200 }
    const opened = await owner.post('/api/admin/cohorts', cohort)
    expect(opened.status, opened.text).toBe(200)
  }
  // Figures as long as they can be.
  const inputs = { ...companies[0]!.inputs, employees: 4_999_999, averageSalary: 987_654_321 }
  const body = { seats: 150, report: { inputs } }
  const answer = await asked({ ...body, as: 'text' })
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  expect(text).toMatch(/\n150 seats at \$2,500\.00: \$375,000\.00\n/)
  expect(text).toMatch(/\nTuesday, July 12, 2033; live labs Tuesdays 12:30 PM or Wednesdays/)
  expect(text).not.toContain('October 11, 2033')
  expect(text).toContain(`${shop.url}/organization/buy?seats=150`)

  const printed = await asked({ ...body, as: 'pdf' })
  expect(printed.headers.get('content-type')).toBe('application/pdf')
  expect(printed.headers.get('content-disposition')).toBe('attachment; filename="employer-letter.pdf"')
  const bytes = Buffer.from(await printed.arrayBuffer())
  expect([...(await expectTagged(bytes))]).toEqual(expect.arrayContaining(['H1', 'H2', 'P']))
  expect(overlapping(await boxesOf(bytes))).toEqual([])
  const pdf = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  expect(pdf.totalPages).toBe(1)
  expect(flat(pdf.text)).toBe(flat(text))
})

it('given the figures of a company, then the letter has its hand-counted total', async () => {
  for (const { inputs, total } of companies)
    expect(await (await asked({ seats: 1, as: 'text', report: { inputs } })).text()).toContain(
      `cost us $${total.toLocaleString('en-US')} a year`,
    )
})

it.each([
  [{ seats: 0 }, 'seats'],
  [{ seats: 501 }, 'seats'],
  [
    { seats: 1, report: { inputs: { ...companies[0]!.inputs, turnoverRate: 101 } } },
    'report.inputs.turnoverRate',
  ],
])('given %j, then it is refused at its field', async (body, path) => {
  const answer = await asked({ ...body, as: 'text' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ fields: [{ path }] })
})
