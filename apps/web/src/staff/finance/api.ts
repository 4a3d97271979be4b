import type { orderSeats } from '#modules/commerce/finance/search/contract-actions.ts'
import { call } from '../../lib/call.ts'

/** Null for the order of a person. */
export const loadSeats = async (id: string) =>
  (await call<typeof orderSeats>('GET', '/api/finance/orders/:id/seats', { params: { id } })).seats
