/**
 * Folding of characters that people do not see or do not mean, before a text is checked, stored or compared. For browser
 * and server. No function removes spaces at the ends.
 */

/** A longer text is no line: it stays as it is, so that hostile text costs little until its length is refused. */
const longest = 2_000

/** Scripts in which an invisible joiner changes how a word is written, such as in Persian and Malayalam names. */
const joining =
  'Arabic Syriac Mongolian Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Myanmar Khmer'
const inJoining = `[${joining.replace(/\S+ ?/g, (script) => `\\p{Script=${script.trim()}}`)}]`
const virama = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca'

/**
 * Everything invisible: zero widths, directions, soft hyphens, fillers. Kept are joiners between letters of such a script
 * or after its virama, the choice of a glyph after a letter or sign (variation selector), and the joiners of emoji.
 */
const invisible = new RegExp(
  [
    `(?<=${inJoining})[\\u180e\\u200c\\u200d](?=${inJoining})`,
    `(?<=[${virama}])[\\u200c\\u200d]`,
    '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
    '(?<=[\\p{L}\\p{S}\\p{N}\\p{M}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
    '(?<=[\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])\\u200d(?=\\p{Extended_Pictographic})',
    '(\\p{Default_Ignorable_Code_Point})',
  ].join('|'),
  'gu',
)

/** All spaces but line breaks; the Ethiopic word space is a visible mark. */
const spaces = /[\t\u00a0\u1361\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const fullWidth = /[\uff01-\uff9f]+/g
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63]/g
const apostrophes = /[\u2018\u2019\u201b\u2032\u00b4`]/g
/** Letters and signs of other scripts that look like an apostrophe, and are typed instead of it. */
const apostropheLetters = /[\u02b9-\u02bd\u02c8\u02ee\u055a\u05f3\ua78b\ua78c]/g

/**
 * What the name of a person may have besides spaces, apostrophes and hyphens, as the inside of a class of a regular
 * expression: letters of any script with their accents, the Chinese zero, the marks that are part of a letter or word (Catalan
 * l·l, foreign names in Chinese and Japanese, Tibetan syllables, Hebrew abbreviations), the hyphens of Hebrew, Armenian and
 * Japanese, and the joiners that `plain` leaves.
 */
export const nameLetters =
  '\\p{L}\\p{M}\\u3007\\u00b7\\u30fb\\u0f0b\\u05f3\\u05f4\\u055a\\p{Pd}\\u180e\\u200c\\u200d'

/** A line of free text, such as a company: without what is invisible, and each space an ordinary one. */
export function visible(text: string): string {
  if (text.length > longest) return text
  return text
    .replace(invisible, (found, ignored?: string) => (ignored === undefined ? found : ''))
    .replace(spaces, ' ')
}

/** A name, address, number or code: as `visible`, with full-width forms, hyphens and apostrophes as a keyboard types them. */
export function plain(text: string): string {
  if (text.length > longest) return text
  return visible(text)
    .replace(fullWidth, (found) => found.normalize('NFKC'))
    .replace(hyphens, '-')
    .replace(apostrophes, "'")
}

/** As `plain`, with the decimal digits of every script as 0 to 9: for telephone numbers and codes. */
export function plainDigits(text: string): string {
  if (text.length > longest) return text
  return plain(text).replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Each script has its ten digits one after the other, beginning with zero.
    let before = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
    return String(before % 10)
  })
}

/** A telephone number. The long vowel mark is what a Japanese keyboard types for a hyphen. */
export const plainPhone = (phone: string): string => plainDigits(phone).replace(/[ー~]/g, '-')

/** What two people typed is the same name, address or number if this form is: not for storing. */
export function comparable(text: string): string {
  return plainDigits(text.normalize('NFKC'))
    .replace(apostropheLetters, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
