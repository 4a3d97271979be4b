/** An axis label in thousands, such as "$3,700K"; below $10K with one decimal, so that no two labels are equal. */
export function thousands(amount: number): string {
  const digits = Math.abs(amount) > 0 && Math.abs(amount) < 10_000 ? 1 : 0
  return `$${(amount / 1000).toLocaleString('en-US', { maximumFractionDigits: digits })}K`
}
