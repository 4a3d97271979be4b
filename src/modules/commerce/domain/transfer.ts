import { AppError, refusedField } from '#platform/kernel/error.ts'
import type { DueEvent } from './dues.ts'

/** Where a transfer was seen: in the bank's statement, or in a cash balance at Stripe. */
export const transferSources = ['statement', 'stripe'] as const
export type TransferSource = (typeof transferSources)[number]

/**
 * Why an entry of a statement is left to a person. `perhaps-reversal`: money went out, and a recorded transfer has its
 * reference, or its amount and payer.
 */
export const unmatchedReasons = [
  'no-transfer',
  'several-transfers',
  'own-payment',
  'perhaps-reversal',
] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

/** Why money of an entry stays unassigned, or the entry is left to a person. */
export const entryReasons = [
  'no-reference',
  'unknown-reference',
  'order-paid',
  'order-cancelled',
  'other-currency',
  'excess',
  'recorded-by-mistake',
  ...unmatchedReasons,
] as const
export type EntryReason = (typeof entryReasons)[number]

/** What happens to money on its own, before and beside any order. Amounts are minor units. */
export type TransferEvent =
  | {
      /** Money arrived by bank transfer. Who sent it and what they wrote lies beside the log. */
      type: 'TransferObserved'
      data: {
        amount: number
        currency: string
        source: TransferSource
        /** Of what identifies it at its source (hex). */
        digest: string
        /** The day on which the bank booked it, `2026-11-23`. */
        bookedOn: string
        /** When it arrived (ISO 8601, UTC); absent for money of a statement, which has days only. */
        movedAt?: string
        /** The import of a statement that recorded it; absent for money at Stripe. */
        importId?: string
      }
    }
  | {
      /** Money that counted for no order went back: the bank took it, or it was sent back. */
      type: 'TransferReturned'
      data: {
        returnId: string
        amount: number
        currency: string
        reason: string
        by: string
        /** What of the amount the bank took back although it had been sent back before; absent for nothing. */
        beyond?: number
        /** When it left the account; absent when a release recorded it that did not ask. */
        movedAt?: string
      }
    }
  | {
      /** Nothing of it arrived: it was recorded by mistake. Later files do not record it again. */
      type: 'TransferVoided'
      data: { reason: string; by: string }
    }
  | {
      /** It was voided by mistake. */
      type: 'TransferReinstated'
      data: { reason: string; by: string }
    }

/** What the events of an order say of transfers. */
export type UseEvent = Extract<DueEvent, { type: `Transfer${string}` }>

/** What is known of a transfer when something is decided about it. */
export interface TransferStanding {
  id: string
  currency: string
  bookedOn: string
  /** Minor units that count for no order and did not go back. */
  unassigned: number
}

const nothing = { applied: 0, returned: 0, beyond: 0 }

/** By how much an event changes the applied amount of a transfer, the returned amount, and the part of that which exceeds the transfer. The rest is unassigned. */
export function movesOf(event: UseEvent | TransferEvent): typeof nothing {
  switch (event.type) {
    case 'TransferObserved':
    case 'TransferVoided':
    case 'TransferReinstated':
      return nothing
    case 'TransferReturned':
      return { ...nothing, returned: event.data.amount, beyond: event.data.beyond ?? 0 }
    case 'TransferApplied':
      return { ...nothing, applied: event.data.amount }
    case 'TransferWithdrawn':
      return { ...nothing, applied: -event.data.amount }
    case 'TransferRefunded':
      return { ...nothing, applied: -event.data.amount, returned: event.data.amount }
    default:
      return event satisfies never
  }
}
/** A moment of a day of the bank, which gives days only: ten o'clock UTC is on that day from UTC−10 to UTC+13. */
export const momentOf = (day: string): string => `${day}T10:00:00.000Z`

/**
 * When the bank paid money of a transfer back.
 * @param asked the day that a person gave; the last possible one without
 * @param today in the time zone of the books
 * @throws AppError invalid at `returnedOn` for a day before the transfer was booked, or in the future
 */
export function momentOfReturn(bookedOn: string, asked: string | undefined, today: string): string {
  // A bank east of the books may have booked it on a day that is still to come there.
  const last = bookedOn > today ? bookedOn : today
  const day = asked ?? last
  const refused = (message: string) => refusedField('TRANSFER_RETURN_DAY', 'returnedOn', message)
  if (day < bookedOn) throw refused(`must not be before ${bookedOn}, when the bank booked the transfer`)
  if (day > last) throw refused(`must not be after ${last}: the day is still to come`)
  return momentOf(day)
}

/** Money that no order has goes back. @throws AppError conflict `TRANSFER_AMOUNT` when less is left. */
export function returnTransfer(
  transfer: Pick<TransferStanding, 'unassigned' | 'currency'>,
  back: { returnId: string; amount: number; reason: string; movedAt: string; by: string },
): Extract<TransferEvent, { type: 'TransferReturned' }> {
  if (back.amount < 1 || back.amount > transfer.unassigned) throw tooMuch()
  return { type: 'TransferReturned', data: { ...back, currency: transfer.currency } }
}

/** Only a transfer of which nothing was applied or returned can have been recorded by mistake. @throws AppError conflict `TRANSFER_USED` */
export function voidTransfer(
  transfer: { amount: number; unassigned: number },
  data: { reason: string; by: string },
): Extract<TransferEvent, { type: 'TransferVoided' }> {
  if (transfer.unassigned !== transfer.amount) throw transferUsed()
  return { type: 'TransferVoided', data }
}

export const transferUsed = (): AppError =>
  new AppError(
    'conflict',
    'TRANSFER_USED',
    'A part of this transfer is applied to an order or was returned. Remove it from its orders first',
  )

/** The bank took all of a transfer, whatever of it had gone back before. */
export function takeBackTransfer(
  { amount, unassigned, currency }: TransferStanding & { amount: number },
  back: { returnId: string; reason: string; movedAt: string; by: string },
): Extract<TransferEvent, { type: 'TransferReturned' }> {
  const beyond = amount - unassigned
  return {
    type: 'TransferReturned',
    data: { ...back, amount, currency, ...(beyond > 0 ? { beyond } : {}) },
  }
}

/** A request id names one request for ever. */
export function requestIdUsed(): AppError {
  return new AppError(
    'conflict',
    'REQUEST_ID_USED',
    'This request id was used for something else of a transfer',
  )
}

/** Another person was quicker, or typed more than there is. */
export function tooMuch(): AppError {
  const message = 'Less of this transfer is left'
  return new AppError('conflict', 'TRANSFER_AMOUNT', message, { fields: [{ path: 'amount', message }] })
}
