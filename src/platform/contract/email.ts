import { plain } from '#platform/kernel/plain.ts'

/**
 * The canonical form of e-mail addresses, in browser and server: it is stored, compared, counted and used for mails.
 * An address to which no mail can be sent has no canonical form.
 */
export const emailMax = 254
const localMax = 64
const domainMax = 253

/**
 * Dots only between other characters. `%` and `!` are left out: mail servers read them as routes to other hosts.
 * ASCII only, because a local part in another script is another person's look-alike and most servers refuse it.
 */
const localShape = /^[a-z0-9#$&'*+/=?^_`{|}~-]+(?:\.[a-z0-9#$&'*+/=?^_`{|}~-]+)*$/
const labelShape = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
/** Letters and digits of any script, hyphens, and the full stops that international domains admit. */
const internationalDomain = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u

/** Folded, in lower case, an international domain in its ASCII form; null when `typed` is no address. Linear in its length. */
export function canonicalEmail(typed: string): string | null {
  const email = plain(typed).trim()
  const at = email.indexOf('@')
  // The length is checked first, so that the rest works on a short text.
  if (email.length > emailMax || at < 1 || at > localMax) return null
  const local = email.slice(0, at).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const domain = asciiDomain(email.slice(at + 1))
  if (!localShape.test(local) || domain === null) return null
  const address = `${local}@${domain}`
  return address.length > emailMax ? null : address
}

/**
 * The mailbox of a canonical address, to count mails per person: without the tag after a plus, and without the dots that
 * Gmail ignores. Not to be stored: other providers may treat such addresses as different mailboxes.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const local = address.slice(0, at).replace(/(.)\+.*$/s, '$1')
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${local.replaceAll('.', '')}@gmail.com`
    : `${local}@${domain}`
}

/** The form in which the domain of an address is stored; null when `domain` is none. Linear in its length. */
export function asciiDomain(domain: string): string | null {
  if (domain.length > domainMax || !internationalDomain.test(domain)) return null
  const ascii = toAscii(domain)
  if (ascii === null || ascii.length > domainMax) return null
  const labels = ascii.split('.')
  const whole = labels.length >= 2 && labels.every((label) => label.length <= 63 && labelShape.test(label))
  // A last label of digits only would make it an IP address.
  return whole && /[a-z]/.test(labels.at(-1) ?? '') ? ascii : null
}

function toAscii(domain: string): string | null {
  const lower = domain.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  if (/^[a-z0-9.-]*$/.test(lower)) return lower
  try {
    return new URL(`http://${domain}/`).hostname
  } catch {
    return null
  }
}
