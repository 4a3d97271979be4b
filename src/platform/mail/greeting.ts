/** One word of letters; a name may have up to three: "J. R. Smith", "Zoë O’Neill-Łuk". */
const word = String.raw`(?:\p{L}{1,3}\.|[\p{L}\p{M}]+(?:['\u2019-][\p{L}\p{M}]+)*['\u2019]?)`
const plainName = new RegExp(`^${word}(?: ${word}){0,2}$`, 'u')
const longest = 40

/**
 * The first line of a mail. The name may have been typed by a stranger, together with the address. A text that may be more
 * than a name (a sentence, a link, digits, several lines) is left out: the company signs this mail.
 */
export function greeting(name: string): string {
  const trimmed = name.trim()
  return trimmed.length <= longest && plainName.test(trimmed) ? `Hello ${trimmed},` : 'Hello,'
}

const plainNameOfOrganization = /^[\p{L}\p{M}\p{N} &'’.,()-]{1,60}$/u

/** An organization's name in a mail that the company signs; a name that may be a web address or a telephone number is replaced. */
export function organizationInMail(name: string): string {
  const trimmed = name.trim()
  const isPlain = plainNameOfOrganization.test(trimmed) && !/[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(trimmed)
  const hasNumber = /\p{N}(?:[\s(),.-]*\p{N}){4}/u.test(trimmed)
  return isPlain && !hasNumber ? trimmed : 'Your organization'
}
