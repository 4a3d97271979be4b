import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import { prefixOf, type TaxId } from './tax-ids.ts'

/** What VIES, the register of tax ids of the EU, says of one: kept as the proof that it was asked. */
export interface ViesAnswer {
  valid: boolean
  /** The consultation number; null where the seller has no tax id of the EU to ask with. */
  consultation: string | null
  name: string | null
  address: string | null
}

const said = z
  .string()
  .nullish()
  .transform((text) => (text === undefined || text === '' || text === '---' ? null : text))
const Answer = z.object({ valid: z.boolean(), requestIdentifier: said, name: said, address: said })

/** The address of VIES: that of the European Commission, or the payment lab's where that stands in for Stripe. */
export function viesUrl({ viesUrl: given, stripe }: Pick<Config, 'viesUrl' | 'stripe'>): string {
  if (given !== undefined) return given
  return stripe.kind === 'lab' ? `${stripe.url}/vies` : 'https://ec.europa.eu/taxation_customs/vies/rest-api'
}

/** Null when VIES, or the country's register behind it, did not answer. */
export async function askVies(url: string, id: TaxId, seller: TaxId | null): Promise<ViesAnswer | null> {
  const body = {
    ...{ countryCode: prefixOf(id.country), vatNumber: id.number },
    ...(seller && { requesterMemberStateCode: prefixOf(seller.country), requesterNumber: seller.number }),
  }
  try {
    const answer = await fetch(`${url}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    const { requestIdentifier: consultation, ...rest } = Answer.parse(await answer.json())
    return { ...rest, consultation }
  } catch {
    return null
  }
}
