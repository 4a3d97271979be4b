/** Minor units as the decimal string that JSON carries: 250000 becomes "2500.00". */
export function toDecimal(minor: number): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not a whole number of minor units`)
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A decimal string with at most two places as minor units, without ever passing through a float. */
export function fromDecimal(text: string): number {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw new RangeError(`"${text}" is not an amount of money`)
  const minor = Number(`${match[2]}${(match[3] ?? '').padEnd(2, '0')}`)
  return match[1] ? -minor : minor
}
