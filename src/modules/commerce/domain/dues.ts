/** When an order is to be paid, and how much of it arrived by bank transfer. Amounts are minor units. */
export type DueEvent =
  | {
      /** A part of the total, or all of it, that is to be paid until `dueAt` (ISO 8601, UTC). */
      type: 'DueSet'
      data: {
        dueId: string
        amount: number
        currency: string
        dueAt: string
        method: 'card' | 'invoice'
      }
    }
  /** The payer wants the invoice before the money, payable within `netDays`. */
  | { type: 'InvoiceRequested'; data: { netDays: number; by: string } }
  | {
      /** Money that arrived by bank transfer counts for this order. `movedAt`: when the bank booked it; null when unknown. */
      type: 'TransferApplied'
      data: { transferId: string; amount: number; currency: string; movedAt: string | null }
    }
  | {
      /** It does not count any more: the bank took it back, or it was applied wrongly. The receivable is open again. */
      type: 'TransferWithdrawn'
      data: {
        transferId: string
        amount: number
        currency: string
        reason: string
        movedAt: string | null
      }
    }
  | {
      /** Money of a transfer was given back to its payer: a refund, with a credit note. */
      type: 'TransferRefunded'
      data: {
        refundId: string
        transferId: string
        amount: number
        currency: string
        /** Null when a release recorded it that did not keep it. */
        reason: string | null
        movedAt: string | null
      }
    }
  /** Finance gives access before the money is there. */
  | { type: 'AccessReleased'; data: { by: string; reason: string } }

type DataOf<T extends DueEvent['type']> = Extract<DueEvent, { type: T }>['data']
export type Due = DataOf<'DueSet'>
export type TransferRefund = DataOf<'TransferRefunded'>

export interface KnownTransfer {
  transferId: string
  currency: string
  applied: number
  withdrawn: number
  /** When the bank booked it, and when it took it back; null when unknown. */
  appliedAt: string | null
  withdrawnAt: string | null
}

/** What of an order comes from these events. */
export interface DueState {
  /** By due id. An order without any is due in full, at once, by card. */
  dues: Record<string, Due>
  /** By transfer id. */
  transfers: Record<string, KnownTransfer>
  /** By refund id. */
  transferRefunds: Record<string, TransferRefund>
  invoiceRequested: DataOf<'InvoiceRequested'> | null
  released: DataOf<'AccessReleased'> | null
}

export const noDues: DueState = {
  dues: {},
  transfers: {},
  transferRefunds: {},
  invoiceRequested: null,
  released: null,
}

/** The id under which such an event is stored once per order. */
export function dueIdentity(event: DueEvent): string {
  switch (event.type) {
    case 'DueSet':
      return `due:${event.data.dueId}`
    case 'InvoiceRequested':
      return 'invoice-requested'
    case 'TransferApplied':
      return `transfer:${event.data.transferId}`
    case 'TransferWithdrawn':
      return `transfer-withdrawn:${event.data.transferId}`
    case 'TransferRefunded':
      return `transfer-refunded:${event.data.refundId}`
    case 'AccessReleased':
      return 'access-released'
    default:
      return event satisfies never
  }
}

/** The order after one more of these events. */
export function evolveDues<O extends DueState>(order: O, event: DueEvent): O {
  switch (event.type) {
    case 'DueSet':
      return { ...order, dues: { ...order.dues, [event.data.dueId]: event.data } }
    case 'InvoiceRequested':
      return { ...order, invoiceRequested: order.invoiceRequested ?? event.data }
    case 'TransferApplied': {
      const { amount: applied, movedAt: appliedAt } = event.data
      return withTransfer(order, event.data, { applied, appliedAt })
    }
    case 'TransferWithdrawn': {
      const { amount: withdrawn, movedAt: withdrawnAt } = event.data
      return withTransfer(order, event.data, { withdrawn, withdrawnAt })
    }
    case 'TransferRefunded':
      return {
        ...order,
        transferRefunds: { ...order.transferRefunds, [event.data.refundId]: event.data },
      }
    case 'AccessReleased':
      return { ...order, released: order.released ?? event.data }
    default:
      return event satisfies never
  }
}

function withTransfer<O extends DueState>(
  order: O,
  { transferId, currency }: { transferId: string; currency: string },
  change: Partial<KnownTransfer>,
): O {
  const before: KnownTransfer = order.transfers[transferId] ?? {
    transferId,
    currency,
    applied: 0,
    withdrawn: 0,
    appliedAt: null,
    withdrawnAt: null,
  }
  return { ...order, transfers: { ...order.transfers, [transferId]: { ...before, ...change } } }
}

/** What of a transfer counts, in minor units. */
export const standingOf = ({ applied, withdrawn }: KnownTransfer): number => Math.max(0, applied - withdrawn)

/** True for an order whose money may come later than any try by card: an invoice was asked for, or a transfer arrived. */
export function paysLater({ invoiceRequested, transfers }: DueState): boolean {
  return invoiceRequested !== null || Object.values(transfers).some((transfer) => standingOf(transfer) > 0)
}

/** The first due that `received` does not cover, oldest first; null when all are covered. */
export function nextDue({ dues }: DueState, received: number): Due | null {
  let left = received
  const inOrder = Object.values(dues).sort((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0))
  for (const due of inOrder) {
    if (left < due.amount) return due
    left -= due.amount
  }
  return null
}
