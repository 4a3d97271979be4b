import type { StreamKind } from '#platform/event-log/streams.ts'
import type { TransferEvent } from '../../domain/transfer.ts'

const prefix = 'transfer-'

/** The id of the transfer of a stream; null for other streams. */
export const transferOf = (stream: string): string | null =>
  stream.startsWith(prefix) ? stream.slice(prefix.length) : null

/** What the events of a transfer's own stream say; its uses are in the streams of their orders. */
export interface RecordedTransfer {
  isObserved: boolean
  /** Minor units by the id of the return. */
  returns: ReadonlyMap<string, number>
}

export const transferStream: StreamKind<RecordedTransfer, TransferEvent> = {
  prefix,
  empty: () => ({ isObserved: false, returns: new Map() }),
  evolve: (transfer, { type, data }) => {
    if (type === 'TransferObserved') return { ...transfer, isObserved: true }
    if (type !== 'TransferReturned') return transfer
    return { ...transfer, returns: new Map([...transfer.returns, [data.returnId, data.amount]]) }
  },
}
