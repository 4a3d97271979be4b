/** An amount of an axis in thousands, as "$3,700K"; small ones keep a digit, so that no two labels are alike. */
export function thousands(amount: number): string {
  const digits = Math.abs(amount) > 0 && Math.abs(amount) < 10_000 ? 1 : 0
  return `$${(amount / 1000).toLocaleString('en-US', { maximumFractionDigits: digits })}K`
}
