import { decimalsOf, fromDecimal } from '#platform/kernel/money.ts'
import type { CsvMapping } from './contract-csv-mapping.ts'

/** The day as `2026-11-23`; null for what is none in this way of writing. */
export function dayOf(text: string, dates: CsvMapping['dates']): string | null {
  const parts =
    dates === 'y-m-d'
      ? /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ].*)?$/.exec(text)?.slice(1)
      : /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})(?:[T ].*)?$/.exec(text)?.slice(1)
  if (parts === undefined) return null
  const [first = '', second = '', third = ''] = parts
  const [year, month, day] =
    dates === 'y-m-d'
      ? [first, second, third]
      : dates === 'd.m.y'
        ? [third, second, first]
        : [third, first, second]
  const whole = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${whole}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== whole ? null : whole
}

const came = /^(h|haben|c|cr|crdt|credit|in|incoming|eingang|gutschrift)$/i
const went = /^(s|soll|d|dr|dbit|debit|out|outgoing|ausgang|belastung|lastschrift)$/i

/** Whether money came in or went out, as banks abbreviate it; null for other words. */
export const directionOf = (text: string): 'in' | 'out' | null =>
  came.test(text) ? 'in' : went.test(text) ? 'out' : null

/** Minor units, negative for money that went; null for what is no amount in this way of writing. */
export function amountOf(text: string, decimal: CsvMapping['decimal'], currency: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0\u202f'’]/g, '').replace(/^([+-]?)[€$£]|[€$£]$/, '$1')
  const turned = plain.endsWith('-') ? `-${plain.slice(0, -1)}` : plain
  const [point, thousands] = decimal === ',' ? [',', '\\.'] : ['\\.', ',']
  const written = new RegExp(`^[+-]?(?:\\d+|\\d{1,3}(?:${thousands}\\d{3})+)(?:${point}\\d+)?$`)
  if (!written.test(turned)) return null
  // 1,000 with a decimal comma would be 1: more likely it is a thousand, of a file with points.
  const perhapsThousands = new RegExp(`^[+-]?[1-9]\\d{0,2}${point}\\d{3}$`)
  if (decimalsOf(currency) !== 3 && perhapsThousands.test(turned)) return null
  const digits = turned
    .replaceAll(decimal === ',' ? '.' : ',', '')
    .replace(decimal, '.')
    .replace('+', '')
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
  try {
    const isOut = short.startsWith('-')
    const minor = fromDecimal(isOut ? short.slice(1) : short, currency)
    return isOut ? -minor : minor
  } catch {
    return null
  }
}
