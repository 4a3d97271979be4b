import { plain } from '#platform/kernel/plain.ts'

/**
 * The reference by which a bank transfer finds its order: a creditor reference of ISO 11649, which banks know. `RF`, two
 * check digits (the rest of 97), and 12 letters that encode the first 55 bits of the order's id. Letters only: as each
 * counts as two digits, no single wrong character and no two exchanged ones keep the rest.
 */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const base = BigInt(letters.length)
const bodyLength = 12
/** The letters can encode more than 55 bits: no order has such a reference. */
const most = 1n << 55n

/** Without spaces, such as `RF18AKFHZMRWSBTG`. */
export function referenceOf(orderId: string): string {
  const hex = orderId.replaceAll('-', '')
  // The 13th digit is the version of the id; of the two after it seven bits are taken.
  let bits = (BigInt(`0x${hex.slice(0, 12)}${hex.slice(13, 15)}`) & ~1n) >> 1n
  let body = ''
  for (let place = 0; place < bodyLength; place += 1) {
    body = `${letters[Number(bits % base)]}${body}`
    bits /= base
  }
  return `RF${String(98 - restOf(`${body}RF00`)).padStart(2, '0')}${body}`
}

/** As people read it: groups of four. */
export function printedReference(orderId: string): string {
  return referenceOf(orderId).replace(/(.{4})(?=.)/g, '$1 ')
}

/** All references in a text that a person or a bank wrote: spaces, case, and O for 0 in the check digits do not matter. */
export function referencesIn(text: string): string[] {
  const compact = plain(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const found = new Set<string>()
  for (let at = compact.indexOf('RF'); at >= 0; at = compact.indexOf('RF', at + 1)) {
    const digits = compact
      .slice(at + 2, at + 4)
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1')
    const body = compact.slice(at + 4, at + 4 + bodyLength)
    const isWhole = /^\d\d$/.test(digits) && body.length === bodyLength && /^[A-HJ-NP-Z]*$/.test(body)
    if (isWhole && restOf(`${body}RF${digits}`) === 1 && bitsOf(body) < most) found.add(`RF${digits}${body}`)
  }
  return [...found]
}

/** Between these lie the ids of all orders with a reference, and few others: compare `referenceOf` each. */
export function idsOf(reference: string): { first: string; last: string } {
  const hex = (bitsOf(reference.slice(4)) >> 7n).toString(16).padStart(12, '0')
  const id = (rest: string): string =>
    `${hex.slice(0, 8)}-${hex.slice(8)}-${rest.repeat(4)}-${rest.repeat(4)}-${rest.repeat(12)}`
  return { first: id('0'), last: id('f') }
}

function bitsOf(body: string): bigint {
  let bits = 0n
  for (const letter of body) bits = bits * base + BigInt(letters.indexOf(letter))
  return bits
}

/** Letters are two digits (A is 10), and all of it is divided by 97. */
function restOf(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
