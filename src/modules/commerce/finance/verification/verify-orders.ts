import {
  CredentialCheck,
  credentialTablesOfLog,
  PlaceCheck,
  programTablesOfLog,
} from '#modules/leadership/index.ts'
import { verifyAudit } from '#platform/audit/verify-audit.ts'
import type { Snapshot } from '#platform/database/snapshot.ts'
import { type DerivedTable, differingRows } from '#platform/event-log/derived-tables.ts'
import type { Verification } from '#platform/event-log/event-log.ts'
import { verifyChain } from '#platform/event-log/verify-chain.ts'
import { verifySettings } from '#platform/settings/verify-settings.ts'
import { paymentStanding, placeClaim } from '../../domain/place.ts'
import { checkDocuments } from '../../invoices/document-check.ts'
import { buyersOfLog } from '../../orders/buyers.ts'
import { advance, type FoldedOrder } from '../../orders/order-stream.ts'
import { checkLedger } from '../../payments/bank-transfers/ledger-of-log.ts'
import { checkPrices } from '../../quotes/prices-of-log.ts'
import { StreamBooks } from '../books/book-entries.ts'
import type { LogKey } from '../log/log-key.ts'
import {
  type NumberLostData,
  numberLostType,
  type RestoreRecord,
  restoreStream,
  restoresOf,
} from '../log/log-restores.ts'
import { Faults, type FoundFaults } from './faults.ts'
import { type Stream, streamsOf } from './orders-of-log.ts'
import { BookCheck } from './verify-books.ts'
import { verifyHeads } from './verify-heads.ts'
import { NumberCheck } from './verify-numbers.ts'
import { RowCheck, type RowDifference } from './verify-rows.ts'

export interface OrdersVerdict {
  ok: boolean
  /** Includes the signed heads: a head that the log does not contain is a break. */
  chain: Verification
  orders: number
  /** Rows of lists that differ from the log, at most a thousand; `differing` counts all. */
  differences: RowDifference[]
  differing: number
  /** Streams that cannot be folded, and versions that do not follow each other. */
  streams: FoundFaults
  /** Rows of numbers, gaps between 1 and the highest, numbers issued twice. */
  numbers: FoundFaults
  books: FoundFaults
  /** Places of cohorts and wait lists compared with the log, and with the orders that claim them. */
  places: FoundFaults
  /** Credentials and their signed documents compared with the log, and with the payments of their orders. */
  credentials: FoundFaults
  /** Bank transfers, their uses and returns compared with the log. */
  transfers: FoundFaults
  /** Coupons and their uses, discounts and quotes compared with the log, and accepted quotes with their orders. */
  prices: FoundFaults
  heads: FoundFaults
  audit: FoundFaults
  /** Stored documents and the buyers that they were issued to; `missing` ones come from their copy at the next download. */
  documents: FoundFaults & { missing: number }
  restores: RestoreRecord[]
}

/** Reads the database in one snapshot, such as the event log does. */
export interface SnapshotSource {
  inSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
}

/**
 * Verifies in one snapshot that the chain is whole, that everything derived from it agrees with it (rows of lists, numbers
 * of documents, books, signed heads), and that the audit is unchanged. Memory is constant but for a few bytes for each
 * number and order.
 * @param key signs heads; without it heads, documents and audit are not checked
 */
export function verifyOrders(
  source: SnapshotSource,
  key: LogKey | null = null,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<OrdersVerdict> {
  return source.inSnapshot(async (snapshot) => {
    const chain = await verifyChain(snapshot.client, (done, all) => onProgress(done, all * 2))
    const end = chain.head.position
    const beside = await verifyStreams(snapshot, end, (done) => onProgress(end + done, end * 2))
    const restores = await restoresOf(snapshot)
    const heads = key === null ? null : await verifyHeads(snapshot, key, { end, restores })
    const audit = new Faults()
    if (heads !== null) {
      const { rows, fault } = await verifyAudit(snapshot, heads.audit)
      audit.checked = rows
      if (fault !== null) audit.add(fault)
      for (const difference of await verifySettings(snapshot)) audit.add(difference)
    }
    const transfers = asFaults(await checkLedger(snapshot))
    const prices = asFaults(await checkPrices(snapshot))
    const documents = key === null ? noDocuments : await verifyDocuments(snapshot)
    const found = { ...beside, heads: heads?.found ?? new Faults(), transfers, prices, audit, documents }
    const { streams, numbers, books, places, credentials } = found
    const faults = [
      ...[streams, numbers, books, places, credentials, transfers, prices],
      ...[found.heads, audit, documents],
    ].reduce((sum, { count }) => sum + count, 0)
    const firstBreak = chain.firstBreak ?? heads?.firstBreak
    return {
      ok: chain.ok && found.differing === 0 && faults === 0,
      ...found,
      chain: firstBreak == null ? chain : { ...chain, ok: false, firstBreak },
      restores,
    }
  })
}

function asFaults({ faults, checked }: { faults: readonly string[]; checked: number }): Faults {
  const found = new Faults()
  found.checked = checked
  for (const fault of faults) found.add(fault)
  return found
}

const noDocuments: OrdersVerdict['documents'] = { faults: [], count: 0, checked: 0, missing: 0 }

async function verifyDocuments(snapshot: Snapshot): Promise<OrdersVerdict['documents']> {
  const { faults: changed, ...counts } = await checkDocuments(snapshot)
  const faults = [...changed, ...(await differingRows(snapshot, buyersOfLog))]
  return { faults: faults.slice(0, 1_000), count: faults.length, ...counts }
}

type Beside = Pick<
  OrdersVerdict,
  'orders' | 'differences' | 'differing' | 'streams' | 'numbers' | 'books' | 'places' | 'credentials'
>

/** Folds one stream after the other, and compares what was derived from it. */
async function verifyStreams(
  snapshot: Snapshot,
  end: number,
  onProgress: (done: number) => void,
): Promise<Beside> {
  const rows = new RowCheck(snapshot)
  const numbers = new NumberCheck(snapshot, end)
  const books = await BookCheck.begin(snapshot)
  const [streams, placeFaults, credentialFaults] = [new Faults(), new Faults(), new Faults()]
  const places = await PlaceCheck.begin(snapshot, (fault) => placeFaults.add(fault))
  const credentials = await CredentialCheck.begin(snapshot, (fault) => credentialFaults.add(fault))
  const lostNumbers: NumberLostData[] = []
  let [orders, done] = [0, 0]
  for await (const stream of streamsOf(snapshot)) {
    const folded = foldAndBook(stream, books, streams)
    streams.checked += 1
    if (stream.orderId !== null) {
      orders += 1
      await rows.order(stream.orderId, folded)
      await numbers.order(stream.orderId, stream.facts)
      if (folded !== undefined) {
        const { order } = folded
        const bought = order.placed?.organizationId == null ? [] : order.placed.lines
        places.order(stream.orderId, { claim: placeClaim(order), version: folded.version, bought })
        credentials.order(stream.orderId, paymentStanding(order), lastOf(stream))
      }
    } else {
      await places.stream(stream.name, stream.facts)
      credentials.stream(stream.name, stream.facts)
      if (stream.name === restoreStream)
        lostNumbers.push(
          ...stream.facts.flatMap(({ type, data }) =>
            type === numberLostType ? [data as NumberLostData] : [],
          ),
        )
    }
    done += stream.facts.length
    onProgress(done)
  }
  await rows.end()
  for (const lost of lostNumbers) numbers.lost(lost)
  await numbers.end()
  await books.end(end)
  await places.end()
  await credentials.end()
  await compareTables(snapshot, programTablesOfLog, placeFaults)
  await compareTables(snapshot, credentialTablesOfLog, credentialFaults)
  placeFaults.checked = places.checked
  credentialFaults.checked = credentials.checked
  const { differences, count: differing } = rows
  return {
    orders,
    differences,
    differing,
    streams,
    numbers: numbers.found,
    books: books.found,
    places: placeFaults,
    credentials: credentialFaults,
  }
}

async function compareTables(
  snapshot: Snapshot,
  tables: readonly DerivedTable[],
  found: Faults,
): Promise<void> {
  for (const table of tables) for (const fault of await differingRows(snapshot, table)) found.add(fault)
}

const lastOf = ({ facts }: Stream): Date => facts.at(-1)?.occurredAt ?? new Date(0)

/** The order of a stream; undefined for other streams, and when an event cannot be read. */
function foldAndBook(
  { name, orderId, facts }: Stream,
  books: BookCheck,
  wrong: Faults,
): FoldedOrder | undefined {
  let folded: FoldedOrder | undefined
  const own = new StreamBooks(name)
  for (const [index, fact] of facts.entries()) {
    if (fact.version !== index + 1)
      wrong.add(`${name} should have version ${index + 1} at position ${fact.position}, not ${fact.version}`)
    try {
      if (orderId !== null) folded = advance(folded, orderId, fact)
      books.event(fact, own.entriesOf(fact))
    } catch (error) {
      wrong.add(
        `${name} cannot be read at position ${fact.position}: ${error instanceof Error ? error.message : error}`,
      )
      return undefined
    }
  }
  return folded
}
