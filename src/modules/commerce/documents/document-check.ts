import type { Sql } from '#platform/database/sql.ts'
import type { EventLog, Fact } from '#platform/event-log/event-log.ts'
import type { Documents } from '#platform/storage/documents.ts'
import { checkoutSettings } from '../checkout/checkout-settings.ts'
import {
  type DocumentNumber,
  type Issued,
  type NumberedKind,
  printedNumber,
  storedKey,
} from '../domain/document-names.ts'
import { type IssuedDocument, orderEventOf } from '../domain/events.ts'
import { buyersOf } from '../orders/buyers.ts'
import { orderIdOf } from '../orders/order-stream.ts'
import { digestOf } from './document-digest.ts'
import { isDeleted } from './tables.ts'

export interface DocumentCheck {
  /** Stored documents whose bytes were compared with the digest in their event. */
  checked: number
  /** Issued documents that are not stored: they are made anew, with the same digest, at the next download. */
  missing: number
  /** One sentence for each stored document, or buyer, that differs from the issued one. */
  faults: string[]
}

interface Expected {
  kind: NumberedKind
  issued: IssuedDocument & Issued
}

/** A deletion hides that a document is missing, so it must not be before the shortest term that was ever set. */
const earlyDeletions = `with shortest as (select min(years) as years from (
    select 10 as years union all select (s.value->>'documentYears')::int from platform_settings s where s.key = $1
    union all select (c->>'after')::int from platform_audit a, jsonb_array_elements(a.changes->'first') c
      where a.subject = $1 and c->>'path' = 'documentYears' and jsonb_typeof(c->'after') = 'number') x where years > 0)
  select d.kind, nullif(d.year, 0) as year, d.number from commerce_document_deletion d
    left join commerce_invoice i using (kind, year, number), shortest
  where i.number is null or d.deleted_at < i.issued_at + make_interval(years => shortest.years)`

/** Documents that are read concurrently from the store. */
const atOnce = 8

/**
 * Compares every stored document, and the buyer it was issued to, with the digests in the log, in the memory of one page
 * of events. Skipped: documents of older releases, which have no digest, documents that were deleted at the end of their
 * term, and erased buyers.
 */
export async function checkDocuments(
  log: Pick<EventLog, 'facts'>,
  sql: Sql,
  documents: Pick<Documents, 'get'>,
): Promise<DocumentCheck> {
  const found: DocumentCheck = { checked: 0, missing: 0, faults: [] }
  for (const { kind, ...number } of await sql.query<DocumentNumber & { kind: NumberedKind }>(earlyDeletions, [
    checkoutSettings.key,
  ]))
    found.faults.push(`${printedNumber(kind, number)}: it counts as deleted, and its term is not over`)
  for await (const facts of log.facts()) {
    const expected = facts.flatMap(expectedOf)
    for (let start = 0; start < expected.length; start += atOnce) {
      const some = expected.slice(start, start + atOnce)
      found.faults.push(...(await changedBuyers(sql, some)))
      for (const outcome of await Promise.all(some.map((one) => compare(sql, documents, one)))) {
        if (outcome === 'checked' || outcome === 'missing') found[outcome] += 1
        else if (outcome !== 'passed-over') found.faults.push(outcome)
      }
    }
  }
  return found
}

function expectedOf(fact: Fact): Expected[] {
  const orderId = orderIdOf(fact.stream)
  const kind = kinds[fact.type]
  if (orderId === null || kind === undefined) return []
  const issued = orderEventOf(fact).data as IssuedDocument
  return [{ kind, issued: { ...issued, orderId, issuedAt: fact.occurredAt } }]
}

const kinds: Record<string, NumberedKind | undefined> = {
  InvoiceIssued: 'invoice',
  CreditNoteIssued: 'credit-note',
  DebitNoteIssued: 'debit-note',
}

async function changedBuyers(sql: Sql, some: readonly Expected[]): Promise<string[]> {
  const known = some.filter(({ issued }) => issued.buyerDigest !== null)
  const buyers = await buyersOf(
    sql,
    known.map(({ issued }) => issued.orderId),
  )
  return known.flatMap(({ kind, issued }) => {
    const buyer = buyers.get(issued.orderId)
    if (buyer === undefined || buyer.isErased || buyer.digest === issued.buyerDigest) return []
    return [
      `${printedNumber(kind, issued)}: the buyer of order ${issued.orderId} is not the one it was issued to`,
    ]
  })
}

/** `checked`, `missing`, `passed-over`, or a fault as a sentence. */
async function compare(
  sql: Sql,
  documents: Pick<Documents, 'get'>,
  { kind, issued }: Expected,
): Promise<string> {
  if (issued.pdfDigest === null) return 'passed-over'
  const bytes = await documents.get(storedKey(kind, issued))
  if (bytes !== null) {
    if (digestOf(bytes) === issued.pdfDigest) return 'checked'
    return `${printedNumber(kind, issued)}: the stored document of order ${issued.orderId} is not the one that was issued`
  }
  return (await isDeleted(sql, kind, issued)) ? 'passed-over' : 'missing'
}
