import { describe, expect, it } from 'vitest'
import { exampleFigures, company as whitepaperCompany } from '../../../scripts/whitepaper/example.ts'
import { priceOf } from '../../../src/modules/commerce/domain/pricing.ts'
import { employerLetter } from '../../../src/modules/commerce/pricing/letters.ts'
import type { CostInputs } from '../../../src/modules/leadership/calculator/domain/formula.ts'

const site = { brandName: 'Veralead', publicUrl: 'https://veralead.example/' }
const made = new Date('2026-11-27T12:00:00Z')
const steps = [
  { from: 5, percent: 10 },
  { from: 20, percent: 15 },
]
const date = (startsOn: string, placesLeft: number) => ({
  id: startsOn,
  startsOn,
  endsOn: startsOn,
  placesLeft,
  timeZone: 'America/New_York',
  labs: [{ weekday: 2, time: '12:00', minutes: 90 }],
  coachingWeeks: [4, 9],
})

interface Given {
  seats?: number
  currency?: string
  cost?: CostInputs | null
  dates?: ReturnType<typeof date>[]
}

function letter({ seats = 1, currency = 'usd', cost = null, dates = [] }: Given): string {
  const unitPrice = 250_000
  const { discounts, total } = priceOf({ unitPrice, quantity: seats, currency, steps, coupon: null })
  const price = {
    ...{ seats, unitPrice, listPrice: unitPrice * seats, total, currency },
    discounts: discounts.map(({ amount }) => ({ reason: 'For several seats', amount })),
  }
  return employerLetter(site, 'Authentic Leader Certification', price, dates, cost, made)
}

/** The lines below a heading. */
const part = (text: string, heading: string): string[] =>
  (text.split('\n\n').find((one) => one.startsWith(`${heading}\n`)) ?? '').split('\n').slice(1)

describe('the letter to an employer', () => {
  it.each([
    [1, ['1 seat at $2,500.00: $2,500.00', 'Total on Friday, November 27, 2026: $2,500.00, paid once']],
    [5, ['5 seats at $2,500.00: $12,500.00', 'For several seats: −$1,250.00', /: \$11,250\.00, paid once$/]],
    [
      20,
      ['20 seats at $2,500.00: $50,000.00', 'For several seats: −$7,500.00', /: \$42,500\.00, paid once$/],
    ],
    [500, ['500 seats at $2,500.00: $1,250,000.00', /−\$187,500\.00$/, /: \$1,062,500\.00, paid once$/]],
  ])('given %i seats, then the price is the one of the shop with its volume steps', (seats, lines) => {
    const text = letter({ seats })
    const found = part(text, 'The price')
    for (const [index, line] of lines.entries()) expect(found[index]).toMatch(line)
    expect(found.at(-1)).toBe('Time: about 36 hours for each participant')
    expect(text).toContain(`https://veralead.example/organization/buy?seats=${seats}\n`)
    expect(text).toMatch(
      seats === 1 ? /\nI would like to take part/ : `I propose that ${seats} of our people`,
    )
  })

  it('given no calculation, then it has no figure of the visitor and names the calculator', () => {
    const text = letter({ seats: 3 })
    expect(part(text, 'The case')).toEqual([
      'This letter has no figures of ours yet. Veralead’s calculator estimates what gaps in leadership cost an organization in a year, with its formula and sources in view: https://veralead.example/leadership-cost-calculator',
    ])
    expect(text).not.toMatch(/payback|departure|compensation/i)
  })

  it('given the company of the whitepaper, then a departure costs what the whitepaper says, and the estimate is the calculator’s', () => {
    const { tilci, perLeaver, perLeaverCautious } = exampleFigures()
    expect([perLeaver, perLeaverCautious]).toEqual([78_120, 15_736])
    const text = letter({ seats: 4, cost: whitepaperCompany })
    expect(part(text, 'The case')[0]).toContain(
      `(120 employees, average compensation of $78,000, turnover of 18%), Veralead’s calculator estimates that gaps in leadership cost us $${tilci.toLocaleString('en-US')} a year, adjusted for overlapping effects, within a range of $1,287,001 to $4,603,008.`,
    )
    // 4 seats: $10,000; 36 of 2,080 hours at $78,000: $1,350 each, $5,400. 15,400 / 78,120 = 0.197; / 15,736 = 0.979.
    expect(part(text, 'The price').at(-1)).toContain('worth $1,350 at our average compensation')
    expect(part(text, 'The payback')).toEqual([
      'Price and time together are $15,400. One departure costs $78,120 by the formula, after overlap and with the empty seat included, and $15,736 on the cautious reading, in which replacing a person costs 21% of a year’s pay, the median of published case studies. The investment is repaid when 0.2 departures are avoided, or 1 on the cautious reading, out of 21.6 a year.',
    ])
  })

  it.each<[string, Partial<CostInputs>, number, RegExp]>([
    // 500 seats: $1,062,500 and $675,000 of time. / 78,120 = 22.25, rounded up; / 15,735.6 = 110.4.
    [
      'more seats than departures repay',
      {},
      500,
      /when 22\.3 departures are avoided, or 110\.5 .* out of 21\.6 a year\. Both are more than leave/,
    ],
    // 40 seats: $85,000 and $54,000. / 78,120 = 1.78; / 15,735.6 = 8.83, of 6.
    [
      'few departures',
      { turnoverRate: 5 },
      40,
      /1\.8 departures are avoided, or 8\.9 .* out of 6 a year\. The second is more/,
    ],
    [
      'nobody leaves',
      { turnoverRate: 0 },
      1,
      /out of 0 a year\. Both are more than leave in a year, so turnover/,
    ],
    [
      'no compensation',
      { averageSalary: 0, rdBudget: 1_000_000 },
      1,
      /^Our figures have no compensation, so a departure has no price/,
    ],
  ])('given %s, then the payback says so', (_, inputs, seats, said) => {
    expect(part(letter({ seats, cost: { ...whitepaperCompany, ...inputs } }), 'The payback')[0]).toMatch(said)
  })

  it('given a price in another currency, then nothing is compared', () => {
    const text = letter({ currency: 'eur', cost: whitepaperCompany })
    expect(text).toContain('1 seat at €2,500.00: €2,500.00')
    expect(part(text, 'The payback')).toEqual([
      'The estimate is in US dollars and the price is not, so this letter does not compare them.',
    ])
  })

  it('given dates on sale, then the first three with enough places are named', () => {
    const dates = [
      date('2027-01-04', 3),
      ...['2027-02-01', '2027-03-01', '2027-04-05', '2027-05-03'].map((day) => date(day, 20)),
    ]
    expect(part(letter({ seats: 4, dates }), 'The dates')).toEqual([
      'Start dates that have 4 places left today:',
      'Monday, February 1, 2027; live labs Tuesdays 12:00 PM, New York time',
      'Monday, March 1, 2027; live labs Tuesdays 12:00 PM, New York time',
      'Monday, April 5, 2027; live labs Tuesdays 12:00 PM, New York time',
    ])
  })

  it.each([
    [[], 1, 'No start date is on sale today.'],
    [[date('2027-02-01', 3)], 4, 'No start date has 4 places left today.'],
    [[date('2027-02-01', 0)], 1, 'No start date has a place left today.'],
  ])('given the dates %j and %i seats, then it names no date', (dates, seats, said) => {
    expect(part(letter({ seats, dates }), 'The dates')).toEqual([
      `${said} We can buy now and choose from the next dates, which Veralead announces by email.`,
    ])
  })
})
