import { checkVAT, countries } from 'jsvat'
import type { Sql } from '#platform/database/sql.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { isInEu, type TaxedBuyer } from '../domain/tax.ts'
import type { InvoiceDetails } from '../orders/buyers.ts'
import { orderTables, type TaxIdCheck } from '../orders/tables.ts'
import { countryOf } from './countries.ts'

const inEu = countries.filter(({ codes }) => isInEu(codes[0] ?? ''))

/** What a country calls the number of a company for VAT; "VAT number" elsewhere. */
// biome-ignore format: a table of 27
const names: Readonly<Record<string, string>> = {
  AT: 'UID-Nummer', BE: 'Numéro de TVA / Btw-nummer', BG: 'ДДС номер', CY: 'Αριθμός Εγγραφής ΦΠΑ', CZ: 'DIČ',
  DE: 'USt-IdNr.', DK: 'CVR/SE-nr.', EE: 'KMKR number', ES: 'NIF-IVA', FI: 'ALV-numero', FR: 'Numéro de TVA',
  GR: 'ΑΦΜ', HR: 'PDV-ID', HU: 'Közösségi adószám', IE: 'VAT number', IT: 'Partita IVA', LT: 'PVM mokėtojo kodas',
  LU: 'Numéro de TVA', LV: 'PVN numurs', MT: 'VAT number', NL: 'Btw-nummer', PL: 'NIP UE', PT: 'NIF',
  RO: 'Cod de TVA', SE: 'Momsnummer', SI: 'ID za DDV', SK: 'IČ DPH',
}
export const taxIdName = (country: string | null): string => names[country ?? ''] ?? 'VAT number'

/** VIES and tax ids call Greece EL. */
export const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** A tax id of the EU as it is written: its country, and what follows its two letters. */
export interface TaxId {
  country: string
  number: string
}

/** By its shape and check digits; the letters of `country` may be left out. Null for one that cannot be right. */
export function taxIdOf(typed: string | null, country: string | null): TaxId | null {
  const text = (typed ?? '').toUpperCase().replace(/[^A-Z0-9+*]/g, '')
  if (text === '') return null
  for (const each of country === null ? [text] : [text, prefixOf(country) + text]) {
    const checked = checkVAT(each, inEu)
    if (checked.isValid && checked.country)
      return { country: checked.country.isoCode.short, number: each.slice(2) }
  }
  return null
}

/** What counts for the tax of what a buyer said for the invoice. */
export function taxedBuyer(
  said: Pick<InvoiceDetails, 'company' | 'country' | 'taxId'> | null,
  isOrganization: boolean,
): TaxedBuyer {
  const country = countryOf(said?.country ?? null)
  const isCompany = isOrganization || (Boolean(said?.company) && Boolean(said?.taxId))
  return {
    kind: isCompany ? 'company' : 'person',
    country,
    idCountry: taxIdOf(said?.taxId ?? null, country)?.country ?? null,
  }
}

/** What VIES said of the tax id of an order; null where it was not asked. */
export async function taxIdCheckOf(sql: Sql, orderId: string): Promise<TaxIdCheck | null> {
  const row = await orderTables(sql)
    .selectFrom('commerce_order_customer')
    .select('tax_check')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.tax_check ?? null
}

export const notAsked: TaxIdCheck = {
  ...{ state: 'waiting', at: null, tries: 0 },
  ...{ consultation: null, name: null, address: null },
}

/** Commits with an invoice without tax: VIES is asked for the recipient's tax id later. The sale never waits for it. */
export function taxIdCheckDue(orderId: string, at: Date): Write {
  return writeOf(
    orderTables()
      .updateTable('commerce_order_customer')
      .set({ tax_check: JSON.stringify(notAsked) as never, tax_check_next: at })
      .where('order_id', '=', orderId),
  )
}
