import { decimalsOf, fromDecimal } from '#platform/kernel/money.ts'
import type { CsvMapping } from './contract-csv-mapping.ts'

/** Languages of banks whose month names are read. A name that means two months in them is not read. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'hu',
  'ro',
  'tr',
]
const letters = (text: string): string => text.toLowerCase().replaceAll('.', '')
/** Made when the first file is read: it takes longer than the rest of a module's start. */
let months: Map<string, number> | undefined

function monthNames(): Map<string, number> {
  const numbers = new Map<string, Set<number>>()
  for (const language of languages)
    for (const style of ['long', 'short'] as const)
      for (let month = 1; month <= 12; month += 1) {
        const at = new Date(Date.UTC(2026, month - 1, 15))
        // With a day, because some languages inflect the name then.
        for (const day of [undefined, 'numeric'] as const) {
          const format = new Intl.DateTimeFormat(language, { month: style, day, timeZone: 'UTC' })
          const name = letters(format.formatToParts(at).find(({ type }) => type === 'month')?.value ?? '')
          numbers.set(name, (numbers.get(name) ?? new Set()).add(month))
        }
      }
  return new Map([...numbers].flatMap(([name, [month, other]]) => (month && !other ? [[name, month]] : [])))
}

/** The day as `2026-11-23`; null for what is none with its parts in this order. */
export function dayOf(text: string, dates: CsvMapping['dates']): string | null {
  const day = text
    .trim()
    // A weekday, a time, and the "de" of Spanish and Portuguese say nothing more.
    .replace(/^\p{L}{2,10}\.?, (?=\d)/u, '')
    .replace(/[T, ]+\d{1,2}:\d\d.*$/, '')
    .replaceAll(/ de /gi, ' ')
    .replaceAll(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ')
  const compact = /^\d{8}$/.test(day)
    ? dates === 'ymd'
      ? [day.slice(0, 4), day.slice(4, 6), day.slice(6)]
      : [day.slice(0, 2), day.slice(2, 4), day.slice(4)]
    : null
  const parts = compact ?? /^([\p{L}\d]+\.?)[-./ ,]+([\p{L}\d]+\.?)[-./ ,]+(\d+)\.?$/u.exec(day)?.slice(1)
  if (parts === undefined) return null
  const [year = '', month = '', dayOfMonth = ''] = [...dates]
    .map((part, at) => [part, parts[at]!] as const)
    .sort(([a], [b]) => 'ymd'.indexOf(a) - 'ymd'.indexOf(b))
    .map(([, part]) => letters(part))
  months ??= monthNames()
  const number = /^\d{1,2}$/.test(month) ? Number(month) : months.get(month)
  if (number === undefined || !/^(\d{4}|\d{2})$/.test(year) || !/^\d{1,2}$/.test(dayOfMonth)) return null
  const whole = `${year.padStart(4, '20')}-${String(number).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  return isDay(whole) ? whole : null
}

/** Whether `2026-02-30` and the like are no days. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** The currencies by their signs. */
const signs: Record<string, string> = {
  '€': 'eur',
  '£': 'gbp',
  '₹': 'inr',
  '₺': 'try',
  '₴': 'uah',
  '₪': 'ils',
  '₩': 'krw',
  '¥': 'jpy cny',
  ...{
    $: 'usd cad aud nzd sgd hkd twd mxn ars clp cop',
    us$: 'usd',
    r$: 'brl',
    fr: 'chf',
    kr: 'sek nok dkk isk',
  },
  zł: 'pln',
  kč: 'czk',
  ft: 'huf',
  lei: 'ron',
}
const noSigns = /[\p{Sc}\p{L}.]+/gu

/** Minor units, negative for money that went; null for what is no amount in this way of writing, or of another currency. */
export function amountOf(text: string, decimal: CsvMapping['decimal'], currency: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0\u202f\u2009'’]/g, '').replaceAll(/[−–‐‑]/g, '-')
  const around = /^([^\d.,]*)([\d.,]*\d)(\D*)$/.exec(plain)
  if (around === null) return null
  const [, before = '', digits = '', after = ''] = around
  const words = `${before} ${after}`.replaceAll(/[()+\- ]/g, ' ').trim()
  const shape = `${before.replaceAll(noSigns, '')}0${after.replaceAll(noSigns, '')}`
  const isOut = { '0': false, '+0': false, '0+': false, '-0': true, '0-': true, '(0)': true }[shape]
  if (isOut === undefined || !isOf(currency, words)) return null
  const [point, thousands] = decimal === ',' ? [',', '\\.'] : ['\\.', ',']
  const written = new RegExp(
    `^(?:\\d*|\\d{1,3}(?:${thousands}\\d{2,3})*${thousands}\\d{3})(?:${point}\\d+)?$`,
  )
  if (!written.test(digits)) return null
  // 1,000 with a decimal comma would be 1: more likely it is a thousand, of a file with points.
  if (decimalsOf(currency) !== 3 && new RegExp(`^[1-9]\\d{0,2}${point}\\d{3}$`).test(digits)) return null
  const minor = minorOf(digits.replaceAll(decimal === ',' ? '.' : ',', '').replace(decimal, '.'), currency)
  return minor === null || !isOut ? minor : -minor
}

/** Of digits with a point: banks write leading zeros, and as many zeros after the point as they like. */
export function minorOf(text: string, currency: string): number | null {
  const short = (text.includes('.') ? text.replace(/\.?0*$/, '') : text).replace(/^0*(?=\d)/, '')
  try {
    return fromDecimal(short.replace(/^(?=\.|$)/, '0'), currency)
  } catch {
    return null
  }
}

/** Whether the sign or code beside an amount is one of this currency. */
function isOf(currency: string, written: string): boolean {
  const word = written.toLowerCase().replaceAll('.', '')
  return word === '' || word === currency || (signs[word]?.split(' ').includes(currency) ?? false)
}
