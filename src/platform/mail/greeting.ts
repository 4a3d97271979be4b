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

/** The first word of a name that was typed into one field; all of it where that is a title or an initial, or no plain name. */
export function givenName(name: string): string {
  const trimmed = name.trim()
  const [first = ''] = trimmed.split(' ')
  return first.endsWith('.') || !plainName.test(trimmed) ? trimmed : first
}

const plainText = /^[\p{L}\p{M}\p{N} &'’.,()-]{1,60}$/u
const mostWords = 6
const webAddress = /[\p{L}\p{N}]\.[\p{L}\p{N}]/u
const telephone = /\p{N}(?:[\s(),.-]*\p{N}){4}/u
/** Latin letters beside similar ones of another alphabet, which hide a word from the list below. */
const mixedAlphabets =
  /(?=\S*\p{Script=Latin})\S*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u
/**
 * Beginnings of words with which a name poses as a notice of a company to its customers: "Customer Support Department",
 * "Your account was suspended". A real name with one of them is left out too, which costs its owner little.
 */
const noticeWords =
  /\b(?:accounts?\b|action|administ|alert|attention|authoriz|bill(?:ing|s)?\b|block|call\b|cancel|care\b|claim|click|compliance|confirm|contact|credential|customer|deactivat|debt|department|dept|disab|enforce|expir|final\b|fraud|help|immediat|important|info\b|invoice|legal|lock|log ?in|log ?on|member|message|notice|notif|official|overdue|pass(?:word|code)|pay(?:ment|pal|ments|able)?\b|penalt|phish|please|police|prize|refund|remind|renew|requir|restrict|scam|secur|service|sign ?in|support|suspen|suspic|team\b|unauthori|unpaid|unusual|update|upgrade|urgent|user|valid|verif|virus|visit|warn|win(?:ner|s)?\b|(?:we|you|your|yours|our|us|is|was|were|has|have|will|must|now|here|today)\b)/iu

/** The letters of a text as a reader sees them: without accents, full-width letters as ordinary ones. */
const lettersOf = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

function isPlain(text: string): boolean {
  const letters = lettersOf(text)
  return (
    plainText.test(text) &&
    letters.split(' ').length <= mostWords &&
    ![webAddress, telephone, noticeWords].some((pattern) => pattern.test(letters)) &&
    !mixedAlphabets.test(text)
  )
}

/**
 * An organization's name in a mail that the company signs. A text that may be more than a name is replaced: a web address,
 * a telephone number, a sentence, words of a notice, or our own brand.
 */
export function organizationInMail(name: string, brand = ''): string {
  const trimmed = name.trim()
  const isOurs = brand !== '' && lettersOf(trimmed).toLowerCase().includes(lettersOf(brand).toLowerCase())
  return isPlain(trimmed) && !isOurs ? trimmed : 'Your organization'
}

/** A buyer's own number for an order ("PO 2026/17") in a mail; null for a text that may be more than a number. */
export function referenceInMail(reference: string): string | null {
  const trimmed = reference.trim()
  const letters = lettersOf(trimmed)
  const isNumber = /^[\p{L}\p{M}\p{N} #&/_.-]{1,40}$/u.test(trimmed) && letters.split(' ').length <= 3
  return isNumber && ![/[\p{L}\p{N}]\.\p{L}/u, noticeWords].some((pattern) => pattern.test(letters))
    ? trimmed
    : null
}
