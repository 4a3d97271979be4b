import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { movesOf, type TransferEvent, type UseEvent } from '../../domain/transfer.ts'
import { transferTables } from './tables.ts'
import { settling } from './unmatched-entries.ts'

type ObservedEvent = Extract<TransferEvent, { type: 'TransferObserved' }>

/** Who sent a transfer and what they wrote. */
export interface Sender {
  name: string | null
  account: string | null
  remittance: string
}

/** What a transfer is recognized by in other files; of equal ones the ordinal counts. */
export interface Identity {
  kind: 'bank' | 'same' | 'line'
  digest: string
  ordinal: number
  format: 'camt' | 'csv'
}

/** Moves the sums of a transfer; the commit is refused when more than its amount would be spent. */
function move(id: string, event: UseEvent | TransferEvent): Write {
  const { applied, returned, beyond } = movesOf(event)
  return writeOf(
    transferTables()
      .updateTable('commerce_transfer')
      .set((eb) => ({
        appliedMinor: eb('appliedMinor', '+', applied),
        returnedMinor: eb('returnedMinor', '+', returned),
        beyondMinor: eb('beyondMinor', '+', beyond),
      }))
      .where('id', '=', id),
  )
}

export function observedWrites(
  id: string,
  { data }: ObservedEvent,
  sender: Sender,
  now: Date,
  identities: readonly Identity[],
): Write[] {
  const { amount, movedAt: _, ...rest } = data
  const row = { id, ...rest, amountMinor: amount, recordedAt: now }
  const beside = { transferId: id, ...sender }
  return [
    writeOf(transferTables().insertInto('commerce_transfer').values(row)),
    writeOf(transferTables().insertInto('commerce_transfer_sender').values(beside)),
    ...identities.map((identity) =>
      writeOf(
        transferTables()
          .insertInto('commerce_transfer_identity')
          .values({ ...identity, transferId: id }),
      ),
    ),
  ]
}

/** What an event of a transfer that is recorded already changes in the ledger. */
export function changeWrites(id: string, event: Exclude<TransferEvent, ObservedEvent>, now: Date): Write[] {
  if (event.type !== 'TransferReturned') {
    const voidedAt = event.type === 'TransferVoided' ? now : null
    return [writeOf(transferTables().updateTable('commerce_transfer').set({ voidedAt }).where('id', '=', id))]
  }
  const { returnId, amount, reason, movedAt } = event.data
  const returnedAt = movedAt === undefined ? now : new Date(movedAt)
  const row = { returnId, transferId: id, amountMinor: amount, reason, returnedAt }
  return [
    writeOf(transferTables().insertInto('commerce_transfer_return').values(row)),
    // The entry of a statement that a person had to find the transfer of.
    writeOf(settling(returnId, event.data.by, now)),
    move(id, event),
  ]
}

/** What an event of an order moves in the ledger of a transfer. */
export function useWrites(id: string, orderId: string, event: UseEvent): Write[] {
  const { transferId: useId, amount } = event.data
  if (event.type === 'TransferApplied') {
    const row = { orderId, useId, transferId: id, appliedMinor: amount }
    return [writeOf(transferTables().insertInto('commerce_transfer_use').values(row)), move(id, event)]
  }
  const column = event.type === 'TransferWithdrawn' ? 'withdrawnMinor' : 'refundedMinor'
  const use = transferTables()
    .updateTable('commerce_transfer_use')
    .set((eb) => ({ [column]: eb(column, '+', amount) }))
    .where('orderId', '=', orderId)
    .where('useId', '=', useId)
  return [writeOf(use), move(id, event)]
}
