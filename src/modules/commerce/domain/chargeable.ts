import { AppError } from '#platform/kernel/error.ts'

/** Minor units. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const least: Record<string, number> = {
  gbp: 30,
  dkk: 250,
  nok: 300,
  sek: 300,
  pln: 200,
  czk: 1500,
  huf: 17_500,
}
const leastElsewhere = 50
const most = 99_999_999

/** The least that Stripe charges in a currency, in minor units. */
export const leastCharge = (currency: string): number => least[currency] ?? leastElsewhere

/** Whether Stripe takes a payment over so many minor units. */
export const isChargeable = (amount: number, currency: string): boolean =>
  amount >= leastCharge(currency) && amount <= most

/** Refused before an order is placed that no card could pay. @param path of the field that decides the amount; absent for an order that is there */
export function notChargeable(path?: string): AppError {
  const message =
    'This amount cannot be paid by card. Please ask for an invoice and pay it by bank transfer, or write to us.'
  return new AppError(
    'conflict',
    'NOT_CHARGEABLE',
    message,
    path === undefined ? {} : { fields: [{ path, message }] },
  )
}
