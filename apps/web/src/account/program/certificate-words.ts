import { utcDate } from '../../lib/format.ts'
import type { Tone } from '../../ui/surface.tsx'
import type { Awarded } from './own-program.ts'

/** The state of a credential, as a word and a sentence for its holder. */
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
        sentence: `It was valid until ${utcDate(validUntil)}.`,
      }
    case 'suspended':
      return {
        tone: 'warn',
        word: 'Suspended',
        sentence:
          cause === 'dispute'
            ? `Its payment has been disputed since ${since}. It becomes valid again once the dispute is resolved.`
            : cause === 'unpaid'
              ? `The payment of its order was taken back on ${since}. It becomes valid again once the order is paid.`
              : `It has been suspended since ${since}. ${reasonSentence(reason)}`,
      }
    default:
      return {
        tone: 'bad',
        word: 'Withdrawn',
        sentence: `It was withdrawn on ${since}. ${
          cause === 'refunded'
            ? 'Its payment was refunded.'
            : cause === 'dispute'
              ? 'Its payment was reversed by the bank.'
              : reasonSentence(reason)
        }`,
      }
  }
}

const reasonSentence = (reason: string): string =>
  reason === '' ? 'Please write to us if you have a question.' : `The reason: ${reason}`

/** The LinkedIn page that adds a certificate to a profile, with its fields filled in. */
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
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

/** HTML for the holder's website: the badge, linked to the page that verifies it. */
export const embedCode = ({ address, name }: Awarded, brand: string): string =>
  `<a href="${escaped(address)}"><img src="${escaped(address)}.svg" width="160" alt="${escaped(
    `Authentic Leader Certification of ${name ?? ''}, by ${brand}`,
  )}"></a>`
