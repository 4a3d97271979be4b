import { createHash } from 'node:crypto'

/**
 * The id of an order that costs nothing. It is complete as soon as it is placed, so the rule of one open order does not keep
 * two calls of the same moment apart: the same id does. A buyer who has placed another order since has another one.
 */
export const freeOrderId = (buyerId: string, productId: string, earlierOrders: number): string =>
  madeOf(['free', buyerId, productId, earlierOrders])

/**
 * The id of what a customer asks for under an id of their own: a repeat is the same one, and nobody can choose the id of a
 * seat, of a quote, or of somebody else's order, nor one with whose reference a transfer would be taken for another's.
 */
export const askedId = (what: 'company-order' | 'quote', customerId: string, given: string): string =>
  madeOf([what, customerId, given.toLowerCase()])

function madeOf(parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  // Version 8 of RFC 9562: an id by a rule of one's own.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
