import {
  adjustedTotal,
  CohortDates,
  CostReports,
  cautiousReplacement,
  costRange,
  dayInWords,
  departureCost,
  labsWords,
  type OpenCohort,
  programWeeks,
  type ReportRequest,
} from '#modules/leadership/index.ts'
import { Config } from '#platform/config/config.ts'
import type { InputOf } from '#platform/contract/endpoint.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { price as priced } from '#platform/kernel/money.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Paper } from '#platform/pdf/paper.ts'
import { Products } from '../orders/products.ts'
import type { letter, PriceView } from './contract.ts'
import { priceView } from './price-view.ts'
import { Prices } from './prices.ts'

type Inputs = ReportRequest['inputs']
type Request = InputOf<typeof letter>['body']

/** As in the whitepaper: about three hours a week. */
const hoursEach = 3 * programWeeks

const counted = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const wholeDollars = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const
const dollars = new Intl.NumberFormat('en-US', wholeDollars).format
/** Rounded up: it never says that fewer are enough. */
const departures = (value: number): string => counted.format(Math.ceil(value * 10 - 1e-6) / 10)
/** Of 2,080 working hours a year. */
const timeEach = ({ averageSalary }: Inputs): number => (hoursEach * averageSalary) / 2080

/** In parts: a heading and its lines. It names no person. @param cost the visitor's figures; null without a calculation */
export function employerLetter(
  { brandName: brand, publicUrl }: Pick<Config, 'brandName' | 'publicUrl'>,
  program: string,
  { seats, listPrice, unitPrice, discounts, total, currency }: PriceView,
  dates: readonly OpenCohort[],
  cost: Inputs | null,
  made: Date,
): string {
  const { origin } = new URL(publicUrl)
  const one = seats === 1
  const open = dates.filter(({ placesLeft }) => placesLeft >= seats).slice(0, 3)
  const places = one ? 'a place' : `${seats} places`
  const none = dates.length === 0 ? 'No start date is on sale' : `No start date has ${places} left`
  const priceLines = [
    `${one ? '1 seat' : `${seats} seats`} at ${priced(unitPrice, currency)}: ${priced(listPrice, currency)}`,
    ...discounts.map(({ reason, amount }) => `${reason}: −${priced(amount, currency)}`),
    `Total on ${dayInWords(made.toISOString().slice(0, 10))}: ${priced(total, currency)}, paid once`,
  ]
  return `Proposal: ${program}${one ? '' : ` for ${seats} people`}
Hello,
${one ? 'I would like to' : `I propose that ${seats} of our people`} take part in the ${program} by ${brand}, and I am asking for your approval. It runs for ${programWeeks} weeks at about three hours a week: a live lab, and an assignment done on work that is ours anyway. It includes two private coaching sessions and ends with a certificate that anyone can check.

The case
${cost ? estimate(cost, brand) : `This letter has no figures of ours yet. ${brand}’s calculator estimates what gaps in leadership cost an organization in a year, with its formula and sources in view: ${origin}/leadership-cost-calculator`}

The price
${priceLines.join('\n')}
Time: about ${hoursEach} hours for each participant${cost ? `, worth ${dollars(timeEach(cost))} at our average compensation\n\nThe payback\n${payback(cost, seats, total, currency)}` : ''}

The dates
${open.length > 0 ? `Start dates that have ${places} left today:` : `${none} today. We can buy now and choose from the next dates, which ${brand} announces by email.`}
${open.map((date) => `${dayInWords(date.startsOn)}; live labs ${labsWords(date)}\n`).join('')}
The next step
A quote fixes the price, commits us to nothing, and does not reserve places: ${origin}/organization/buy?seats=${seats}
Thank you for considering it.`
}

const estimate = (inputs: Inputs, brand: string): string =>
  `With our figures (${counted.format(inputs.employees)} employees, average compensation of ${dollars(inputs.averageSalary)}, turnover of ${counted.format(inputs.turnoverRate)}%), ${brand}’s calculator estimates that gaps in leadership cost us ${dollars(adjustedTotal(inputs))} a year, adjusted for overlapping effects, within a range of ${dollars(costRange(inputs).low)} to ${dollars(costRange(inputs).high)}. This is an estimate for planning, not an audit or a forecast.`

/** The whitepaper's reckoning: how many departures must be avoided to repay price and time. */
function payback(inputs: Inputs, seats: number, total: number, currency: string): string {
  if (currency !== 'usd')
    return 'The estimate is in US dollars and the price is not, so this letter does not compare them.'
  const [each, cautious] = [departureCost(inputs), departureCost(inputs, cautiousReplacement)]
  if (cautious === 0) return 'Our figures have no compensation, so a departure has no price in this estimate.'
  const invested = total / 100 + seats * timeEach(inputs)
  const leavers = (inputs.employees * inputs.turnoverRate) / 100
  const beyond =
    invested / each > leavers ? ' Both are' : invested / cautious > leavers ? ' The second is' : ''
  return `Price and time together are ${dollars(invested)}. One departure costs ${dollars(each)} by the formula, after overlap and with the empty seat included, and ${dollars(cautious)} on the cautious reading, in which replacing a person costs ${cautiousReplacement * 100}% of a year’s pay, the median of published case studies. The investment is repaid when ${departures(invested / each)} departures are avoided, or ${departures(invested / cautious)} on the cautious reading, out of ${counted.format(leavers)} a year.${beyond && `${beyond} more than leave in a year, so turnover alone does not carry the case.`}`
}

/** Letters that ask an employer to pay for seats, with the prices and dates of now. Nothing of a request is kept. */
export class Letters {
  static readonly needs = {
    ...{ prices: Prices, products: Products, dates: CohortDates },
    ...{ reports: CostReports, config: Config, clock: Clock },
  }
  readonly #parts: Given<typeof Letters.needs>

  constructor(parts: Given<typeof Letters.needs>) {
    this.#parts = parts
  }

  async write({ productId, seats, report }: Request): Promise<string> {
    const { prices, products, dates, reports, config, clock } = this.#parts
    const product = await products.forSale(productId)
    const price = await prices.quote({ product, quantity: seats, cohortId: null, couponCode: null })
    const [upcoming, cost] = [await dates.upcoming(), report && reports.read(report).inputs]
    return employerLetter(config, product.name, priceView(price, seats), upcoming, cost, clock.now())
  }

  /** A letter on one page. */
  async pdf(letter: string): Promise<Buffer> {
    const [author, title = ''] = [this.#parts.config.brandName, letter.split('\n')[0]]
    const paper = await Paper.open({ title, author, date: this.#parts.clock.now(), bottom: 800 }, [letter])
    for (const [heading = '', ...lines] of letter.split('\n\n').map((part) => part.split('\n'))) {
      const [size, kind] = heading === title ? ([20, 'H1'] as const) : ([13, 'H2'] as const)
      paper.paragraph(heading, { size, face: 'display' }, size * 1.4, kind)
      paper.y += 4
      for (const line of lines) paper.paragraph(line, { size: 10 }, 15)
      paper.y += 12
    }
    return paper.bytes((page, pages) => `${author}, page ${page} of ${pages}`)
  }
}
