import { isInEu } from '../domain/tax.ts'

/** Names that buyers write, and that the lists of names do not have. */
const others: Readonly<Record<string, string>> = {
  usa: 'US',
  unitedstatesofamerica: 'US',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  czechrepublic: 'CZ',
  holland: 'NL',
  belgique: 'BE',
  suomi: 'FI',
  turkey: 'TR',
  hongkong: 'HK',
  korea: 'KR',
  el: 'GR',
  uk: 'GB',
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/[^\p{L}]/gu, '')

const namesIn = (language: string) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
const inEnglish = namesIn('en')
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let known: Map<string, string> | undefined

/** Codes, names in English, and in the EU the name in the country's first language. */
function knownCountries(): Map<string, string> {
  const found = new Map(Object.entries(others))
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = inEnglish.of(code)
    // A code of the past is another one's today.
    const isOfToday = new Intl.Locale(`und-${code}`).region === code
    if (name === undefined || !isOfToday || /^(EU|EZ|UN|X[AB]|Z[A-Z]|Q[A-Z])$/.test(code)) continue
    found.set(code.toLowerCase(), code).set(plain(name), code)
    const language = new Intl.Locale(`und-${code}`).maximize().language
    if (isInEu(code)) found.set(plain(namesIn(language).of(code) ?? name), code)
  }
  return found
}

/** The ISO 3166 code of a country as a buyer wrote it: its code or name; null for none that is known. */
export function countryOf(text: string | null): string | null {
  known ??= knownCountries()
  return known.get(plain(text ?? '')) ?? null
}

/** The country's name in English; the code where it has none. */
export const countryName = (code: string): string => inEnglish.of(code) ?? code
