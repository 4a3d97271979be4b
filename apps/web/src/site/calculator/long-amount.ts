/** For styles: an amount of more than `most` characters has a smaller font, one of more than 1.5 × `most` the smallest. */
export function lengthOf(amount: string, most = 12): 'long' | 'longest' | undefined {
  if (amount.length > most * 1.5) return 'longest'
  return amount.length > most ? 'long' : undefined
}
