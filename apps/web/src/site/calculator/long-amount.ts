/** For styles: an amount of more than `most` characters is set smaller, one of half as many again smaller still, to stay on one line. */
export function lengthOf(amount: string, most = 12): 'long' | 'longest' | undefined {
  if (amount.length > most * 1.5) return 'longest'
  return amount.length > most ? 'long' : undefined
}
