import { z } from 'zod'
import { settingLine } from '#platform/settings/setting-line.ts'
import type { SettingForm, Settings } from '#platform/settings/settings.ts'
import { everywhereElse, percentText, type TaxRules, taxSources } from '../domain/tax.ts'
import { countryOf } from './countries.ts'
import { type TaxId, taxIdOf } from './tax-ids.ts'

/** Of the section "Seller and tax", which has the label and the one rate. */
export const sellerTax = {
  taxLabel: settingLine().default('Tax').meta({
    title: 'What the tax is called',
    description: 'Such as VAT or Sales tax.',
  }),
  /** Percent that the price includes; 0 prints "no tax charged". */
  taxPercent: z.number().min(0).max(100).default(0).meta({
    title: 'Tax in percent',
    description:
      'Contained in the price. 0 prints: no tax charged. With tax by country, the table counts instead.',
  }),
}
const oneRate = { key: 'seller', schema: z.object(sellerTax) }

const country = settingLine(60).refine(
  (text) => countryOf(text) !== null,
  'must be a country, such as DE or Germany',
)

const Row = z.object({
  country: z.union([z.literal(''), country]).meta({ title: 'Country (empty: everywhere else)' }),
  buyers: z
    .enum(['everyone', 'person', 'company'])
    .meta({ title: 'For', choices: { everyone: 'Everyone', person: 'Persons', company: 'Companies' } }),
  percent: z.number().min(0).max(100).meta({ title: 'Tax in percent' }),
  from: z.iso.date('must be a day, such as 2027-01-01').meta({ title: 'Valid from' }),
})
type Row = z.output<typeof Row>

const placeOf = ({ country }: Pick<Row, 'country'>): string => countryOf(country) ?? everywhereElse

/** Where the tax of a sale comes from, and the seller's own table of rates. */
export const taxSettings = {
  key: 'tax',
  title: 'Tax by country',
  description:
    'Which tax new invoices and quotes contain. Prices contain it and do not change; documents that exist stay as they are.',
  editors: ['finance'],
  schema: z.object({
    source: z
      .enum(taxSources)
      .default('rate')
      .meta({
        title: 'Where the tax comes from',
        choices: {
          none: 'No tax is charged',
          rate: 'One rate for everybody, of Seller and tax',
          table: 'The table below, by the country of the buyer',
        },
      }),
    registeredIn: z.array(country).max(40).default([]).meta({
      title: 'Where you are registered for tax',
      description:
        'A country in each line. A company in another country of the EU, with a tax id of the right shape, pays no tax: the invoice says that the recipient accounts for it.',
    }),
    rates: z
      .array(Row)
      .max(300)
      .default([])
      .meta({
        title: 'Rates',
        entry: 'rate',
        description:
          'A rate counts from its first day (UTC) until another one of the same country and buyers does. Persons or Companies goes before Everyone. Without a row that applies no tax is charged, and Today says so.',
      })
      .refine(
        (rows) =>
          new Set(rows.map((row) => `${placeOf(row)} ${row.buyers} ${row.from}`)).size === rows.length,
        'must not have two rates of the same country, buyers and day',
      ),
  }),
} satisfies SettingForm

/** The seller's tax id of the EU, out of a line such as "VAT no. DE136695976"; null for none. */
export async function sellerTaxId(settings: Settings): Promise<TaxId | null> {
  const { taxId } = await settings.read({
    key: 'seller',
    schema: z.object({ taxId: z.string().default('') }),
  })
  return taxIdOf(/[A-Z]{2}[A-Z0-9 .+*-]*$/.exec(taxId)?.[0] ?? null, null)
}

/** The rules of now: the table with the codes of its countries. */
export async function taxRules(settings: Settings): Promise<TaxRules> {
  const [{ source, registeredIn, rates }, { taxLabel: label, taxPercent }] = await Promise.all([
    settings.read(taxSettings),
    settings.read(oneRate),
  ])
  return {
    source,
    rate: { label, percent: percentText(taxPercent) },
    rows: rates.map((row) => ({ ...row, country: placeOf(row) })),
    registeredIn: registeredIn.flatMap((text) => countryOf(text) ?? []),
  }
}
