import { utcDate } from '../../lib/format.ts'
import type { Tone } from '../../ui/surface.tsx'
import type { Awarded } from './certificate-api.ts'

/** How a credential stands, in a word and a sentence for its holder. */
export function stateWords(credential: Awarded): { tone: Tone; word: string; sentence: string } {
  const { state, cause, reason, awardedAt, validUntil, changedAt } = credential
  const since = utcDate(changedAt)
  switch (state) {
    case 'valid':
      return {
        tone: 'good',
        word: 'Valid',
        sentence: `Awarded on ${utcDate(awardedAt)}, valid until ${utcDate(validUntil)}.`,
      }
    case 'expired':
      return {
        tone: 'warn',
        word: 'Expired',
        sentence: `Its two years were over on ${utcDate(validUntil)}.`,
      }
    case 'suspended':
      return {
        tone: 'warn',
        word: 'Suspended',
        sentence:
          cause === 'dispute'
            ? `Since ${since} the payment for it is disputed. It counts again once that is settled.`
            : `It does not count since ${since}. ${said(reason)}`,
      }
    default:
      return {
        tone: 'bad',
        word: 'Withdrawn',
        sentence: `It was withdrawn on ${since}. ${
          cause === 'refunded'
            ? 'The payment for it was given back.'
            : cause === 'dispute'
              ? 'The payment for it was taken back by the bank.'
              : said(reason)
        }`,
      }
  }
}

const said = (reason: string): string =>
  reason === '' ? 'Please write to us if you have a question.' : `The reason: ${reason}`

/** Where LinkedIn adds a certificate to a profile, with everything filled in. */
export function linkedInAddress({ id, address, awardedAt, validUntil }: Awarded, brand: string): string {
  const [from, to] = [new Date(awardedAt), new Date(validUntil)]
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: 'Authentic Leader Certification',
    organizationName: brand,
    issueYear: String(from.getUTCFullYear()),
    issueMonth: String(from.getUTCMonth() + 1),
    expirationYear: String(to.getUTCFullYear()),
    expirationMonth: String(to.getUTCMonth() + 1),
    certUrl: address,
    certId: id,
  })
  return `https://www.linkedin.com/profile/add?${query}`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** HTML for a site of one's own: the badge, which leads to the page that checks it. */
export const embedCode = ({ address, name }: Awarded, brand: string): string =>
  `<a href="${escaped(address)}"><img src="${escaped(address)}.svg" width="160" alt="${escaped(
    `Authentic Leader Certification of ${name ?? ''}, by ${brand}`,
  )}"></a>`
