import { referencesIn } from '../../domain/transfer-reference.ts'

/** A transfer that a reversal may be about: of the same amount and currency, not booked later, and nothing of it went back. */
export interface Reversible {
  id: string
  amount: number
  currency: string
  bookedOn: string
  remittance: string
  senderAccount: string | null
}

/** The one transfer that the bank took back; or why a person has to say which. */
export function matchReversal(
  { amount, currency, bookedOn, remittance, senderAccount }: Omit<Reversible, 'id'>,
  known: readonly Reversible[],
): Reversible | 'no-transfer' | 'several-transfers' {
  const references = new Set(referencesIn(remittance))
  const likely = known.filter(
    (one) =>
      one.amount === amount &&
      one.currency === currency &&
      one.bookedOn <= bookedOn &&
      (referencesIn(one.remittance).some((each) => references.has(each)) ||
        (one.remittance !== '' && one.remittance === remittance) ||
        (references.size === 0 && senderAccount !== null && one.senderAccount === senderAccount)),
  )
  const [first, second] = likely
  if (first === undefined) return 'no-transfer'
  return second === undefined ? first : 'several-transfers'
}
