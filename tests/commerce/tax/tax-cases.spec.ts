import { describe, expect, test } from 'vitest'
import { type RateRow, type TaxRules, taxOf } from '../../../src/modules/commerce/domain/tax.ts'
import { taxedBuyer } from '../../../src/modules/commerce/tax/tax-ids.ts'

const rows: RateRow[] = [
  { country: 'DE', buyers: 'everyone', percent: 19, from: '2020-01-01' },
  { country: 'DE', buyers: 'everyone', percent: 21, from: '2027-07-01' },
  { country: 'FR', buyers: 'everyone', percent: 20, from: '2020-01-01' },
  { country: 'HU', buyers: 'person', percent: 27, from: '2020-01-01' },
  { country: 'AT', buyers: 'everyone', percent: 20, from: '2020-01-01' },
  { country: 'AT', buyers: 'company', percent: 10, from: '2020-01-01' },
  { country: 'LU', buyers: 'everyone', percent: 17, from: '2028-01-01' },
  { country: 'GB', buyers: 'person', percent: 20, from: '2020-01-01' },
  { country: 'CH', buyers: 'everyone', percent: 8.1, from: '2024-01-01' },
  { country: 'MT', buyers: 'everyone', percent: 0, from: '2020-01-01' },
  { country: '*', buyers: 'person', percent: 19, from: '2020-01-01' },
  { country: '*', buyers: 'company', percent: 0, from: '2026-01-01' },
]
const rate = { label: 'VAT', percent: '19' }
/** A seller in Germany, registered in France, too. */
const german: TaxRules = { source: 'table', rate, rows, registeredIn: ['DE', 'FR'] }
const american: TaxRules = { ...german, registeredIn: ['US'] }
const noElsewhere: TaxRules = { ...german, rows: rows.filter(({ country }) => country !== '*') }
const oneRate: TaxRules = { ...german, source: 'rate' }
const freeRate: TaxRules = { ...oneRate, rate: { label: 'VAT', percent: '0' } }
const noTax: TaxRules = { ...german, source: 'none' }

const before = '2027-06-30'
const after = '2027-07-01'
const ids = {
  DE: 'DE136695976',
  AT: 'ATU13585627',
  FR: 'FR40303265045',
  IT: 'IT00743110157',
  GR: 'EL094259216',
  HU: 'HU10597190',
  LU: 'LU10000356',
  MT: 'MT15121333',
  ES: 'ESA13585625',
}

/** Country as the buyer wrote it, company, tax id, day, and the answer: percent and why. */
type Case = [TaxRules, string | null, string | null, string | null, string, string]
const cases: Case[] = [
  // Persons, before and after a change of the rate.
  [german, 'Germany', null, null, before, '19 taxed'],
  [german, 'Germany', null, null, after, '21 taxed'],
  [german, 'Deutschland', null, null, after, '21 taxed'],
  [german, 'de', null, null, before, '19 taxed'],
  [german, 'France', null, null, before, '20 taxed'],
  [german, 'Hungary', null, null, before, '27 taxed'],
  [german, 'Magyarország', null, null, before, '27 taxed'],
  [german, 'Austria', null, null, before, '20 taxed'],
  [german, 'United Kingdom', null, null, before, '20 taxed'],
  [german, 'England', null, null, before, '20 taxed'],
  [german, 'Switzerland', null, null, '2023-12-31', '19 taxed'],
  [german, 'Switzerland', null, null, '2024-01-01', '8.1 taxed'],
  [german, 'Malta', null, null, before, '0 exempt'],
  // The row of a country that is not valid yet, and countries without a row.
  [german, 'Luxembourg', null, null, '2027-12-31', '19 taxed'],
  [german, 'Luxembourg', null, null, '2028-01-01', '17 taxed'],
  [german, 'Spain', null, null, before, '19 taxed'],
  [german, 'Brazil', null, null, before, '19 taxed'],
  [german, 'United States', null, null, before, '19 taxed'],
  [german, 'Atlantis', null, null, before, '19 taxed'],
  [german, null, null, null, before, '19 taxed'],
  [german, '', null, null, before, '19 taxed'],
  [german, 'Germany', null, null, '2019-12-31', '0 no-rule'],
  // A person with a tax id, and one who names a company without a tax id, stay persons.
  [german, 'Austria', null, ids.AT, before, '20 taxed'],
  [german, 'Austria', 'ACME', null, before, '20 taxed'],
  [german, 'Austria', '', ids.AT, before, '20 taxed'],
  // Companies in another country of the EU.
  [german, 'Austria', 'ACME', ids.AT, before, '0 reverse'],
  [german, 'Österreich', 'ACME', ids.AT, before, '0 reverse'],
  [german, 'Austria', 'ACME', 'U13585627', before, '0 reverse'],
  [german, 'Austria', 'ACME', ' atu 135.856-27 ', before, '0 reverse'],
  [german, 'Italy', 'ACME', ids.IT, before, '0 reverse'],
  [german, 'Italy', 'ACME', '00743110157', before, '0 reverse'],
  [german, 'Greece', 'ACME', ids.GR, before, '0 reverse'],
  [german, 'Greece', 'ACME', '094259216', before, '0 reverse'],
  [german, 'Hungary', 'ACME', ids.HU, before, '0 reverse'],
  [german, 'Luxembourg', 'ACME', ids.LU, after, '0 reverse'],
  [german, 'Spain', 'ACME', ids.ES, after, '0 reverse'],
  [german, 'Malta', 'ACME', ids.MT, after, '0 reverse'],
  // Ids that are wrong, of another country, or of a register outside VAT.
  [german, 'Austria', 'ACME', 'ATU13585626', before, '10 taxed'],
  [german, 'Austria', 'ACME', 'ATU1', before, '10 taxed'],
  [german, 'Austria', 'ACME', ids.IT, before, '10 taxed'],
  [german, 'Hungary', 'ACME', 'HU1', before, '0 exempt'],
  [german, 'Italy', 'ACME', 'IT00743110158', before, '0 exempt'],
  [german, 'Malta', 'ACME', 'none', before, '0 exempt'],
  // The seller's own countries.
  [german, 'Germany', 'ACME', ids.DE, before, '19 taxed'],
  [german, 'Germany', 'ACME', ids.DE, after, '21 taxed'],
  [german, 'Germany', 'ACME', 'DE1', after, '21 taxed'],
  [german, 'France', 'ACME', ids.FR, before, '20 taxed'],
  // Outside the EU, and unknown.
  [german, 'United Kingdom', 'ACME', 'GB980780684', before, '0 exempt'],
  [german, 'Switzerland', 'ACME', 'CHE-107.787.577', before, '8.1 taxed'],
  [german, 'United States', 'ACME', '12-3456789', before, '0 exempt'],
  [german, 'United States', 'ACME', '12-3456789', '2025-12-31', '0 no-rule'],
  [german, 'Atlantis', 'ACME', ids.AT, before, '0 exempt'],
  [german, null, 'ACME', ids.AT, before, '0 exempt'],
  // A seller outside the EU has no reverse charge; a table without the last row says that it has none.
  [american, 'Austria', 'ACME', ids.AT, before, '10 taxed'],
  [american, 'Germany', 'ACME', ids.DE, before, '19 taxed'],
  [noElsewhere, 'Spain', null, null, before, '0 no-rule'],
  [noElsewhere, 'Spain', 'ACME', ids.ES, before, '0 reverse'],
  [noElsewhere, 'Hungary', 'ACME', 'HU1', before, '0 no-rule'],
  [noElsewhere, null, null, null, before, '0 no-rule'],
  // The other sources ask neither country nor id.
  [oneRate, 'Austria', 'ACME', ids.AT, before, '19 taxed'],
  [oneRate, null, null, null, after, '19 taxed'],
  [freeRate, 'Germany', null, null, before, '0 none'],
  [noTax, 'Germany', null, null, before, '0 none'],
]

describe('the tax of a sale', () => {
  test.each(cases.map((each, at) => [at + 1, ...each] as const))(
    'case %i',
    (_at, rules, country, company, taxId, day, expected) => {
      const { tax, basis } = taxOf(rules, taxedBuyer({ country, company, taxId }, false), day)
      expect(`${tax.percent} ${basis.treatment}`).toBe(expected)
      expect(tax.label).toBe('VAT')
    },
  )

  test('given at least sixty cases, then each treatment is among them', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60)
    expect(new Set(cases.map(([, , , , , answer]) => answer.split(' ')[1]))).toEqual(
      new Set(['taxed', 'exempt', 'reverse', 'no-rule', 'none']),
    )
  })

  test('given an organization that orders, then it is a company without saying so', () => {
    const buyer = taxedBuyer({ country: 'Austria', company: null, taxId: ids.AT }, true)
    expect(taxOf(german, buyer, before).basis).toEqual({
      country: 'AT',
      buyers: 'company',
      treatment: 'reverse',
    })
  })
})
