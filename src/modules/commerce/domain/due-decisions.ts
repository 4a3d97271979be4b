import { AppError } from '#platform/kernel/error.ts'
import { cancel } from './decisions.ts'
import type { OrderEvent } from './events.ts'
import type { Order } from './order.ts'
import { isOpen, statusOf } from './status.ts'

/**
 * Finance gives the seats of a company's order before the money is there; [] when that was done before.
 * @throws AppError conflict `ACCESS_NOT_RELEASABLE` for an order of a person, and one that is paid or over.
 */
export function releaseAccess(order: Order, data: { by: string; reason: string }): OrderEvent[] {
  if (order.released !== null) return []
  const isWaiting = isOpen(statusOf(order)) && order.cancelled === null
  if (!isWaiting || !isCompanys(order))
    throw new AppError(
      'conflict',
      'ACCESS_NOT_RELEASABLE',
      'Access can be given before the money only for an order of a company that waits for its payment',
    )
  return [{ type: 'AccessReleased', data }]
}

/**
 * Finance ends a company's order that will not be paid. What was to be paid of its invoice is credited.
 * @throws AppError conflict `ORDER_NOT_CANCELLABLE` for an order of a person, while money of it is kept, and while a
 *   payment by card may still arrive.
 */
export function cancelCompanyOrder(order: Order, reason: string): OrderEvent[] {
  if (isCompanys(order)) return cancel(order, reason)
  throw new AppError(
    'conflict',
    'ORDER_NOT_CANCELLABLE',
    'Orders of persons end by themselves when they are not paid',
  )
}

const isCompanys = ({ placed }: Order): boolean => placed !== null && placed.organizationId !== null
