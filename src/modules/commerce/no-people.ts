import type { Customers } from '#modules/identity/index.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Loaded } from './orders/orders.ts'

/**
 * Free text of finance ends in a log that cannot forget, so it must not name the buyer: no mail address, and neither
 * of the buyer's names as a word.
 * @throws AppError invalid `NAMES_A_PERSON`, with the field in its sentence.
 */
export async function refusePeople(
  field: string,
  text: string,
  { order }: Loaded,
  customers: Customers,
): Promise<void> {
  const buyer = order.placed === null ? null : await customers.get(order.placed.buyerId)
  const names = buyer === null ? [] : [buyer.firstName, ...buyer.lastName.split(/\s+/)]
  const words = new Set(text.toLocaleLowerCase().match(/\p{L}+/gu) ?? [])
  const named = names.some((name) => name.length > 1 && words.has(name.toLocaleLowerCase()))
  if (named || text.includes('@')) {
    throw new AppError(
      'invalid',
      'NAMES_A_PERSON',
      `${field}: this text is kept for good, so it must not name the customer`,
    )
  }
}
