import type { Snapshot } from '#platform/database/snapshot.ts'
import type { Sql } from '#platform/database/sql.ts'
import { checkoutSettings } from '../checkout/checkout-settings.ts'
import {
  type DocumentNumber,
  type NumberedKind,
  numberedBy,
  printedNumber,
} from '../domain/document-names.ts'
import { buyersOf } from '../orders/buyers.ts'
import { orderPrefix } from '../orders/order-stream.ts'

export interface DocumentCheck {
  /** Documents whose bytes were compared with the digest in their event. */
  checked: number
  /** Issued documents whose bytes are not in the database: they come from the copy at the next download. */
  missing: number
  /** One sentence for each document, or buyer, that differs from the issued one. */
  faults: string[]
}

interface Issued extends DocumentNumber {
  kind: NumberedKind
  orderId: string
  buyerDigest: string | null
  /** Null where there is nothing to compare: the document was not rendered, or is deleted at the end of its term. */
  state: 'as issued' | 'changed' | 'missing' | null
}

/** What was issued before the order's last correction was for another buyer than the one who is kept. */
const issuedDocuments = `with corrected as (select stream_id, max(position) as since from es.events
    where type = 'InvoiceIssued' and data ? 'correctionId' group by stream_id),
  issued as (select position, substr(stream_id, ${orderPrefix.length + 1}) as "orderId",
    case when since is null or position >= since then data->>'buyerDigest' end as "buyerDigest",
    data->>'pdfDigest' as digest, (data->>'number')::int as number, coalesce((data->>'year')::int, 0) as year,
    $1::jsonb->>type as kind from es.events left join corrected using (stream_id) where $1::jsonb ? type)
  select i.kind, i.number, nullif(i.year, 0) as year, i."orderId", i."buyerDigest",
    case when i.digest is null or (f.number is null and d.number is not null) then null when f.number is null then 'missing'
      when encode(sha256(f.bytes), 'hex') = i.digest then 'as issued' else 'changed' end as state
  from issued i left join commerce_document_file f using (kind, year, number)
    left join commerce_document_deletion d using (kind, year, number) order by i.position`

/** A deletion hides that a document is missing, so it must not be before the shortest term that was ever set. */
const earlyDeletions = `with shortest as (select min(years) as years from (
    select 10 as years union all select (s.value->>'documentYears')::int from platform_settings s where s.key = $1
    union all select (c->>'after')::int from platform_audit a, jsonb_array_elements(a.changes->'first') c
      where a.subject = $1 and c->>'path' = 'documentYears' and jsonb_typeof(c->'after') = 'number') x where years > 0)
  select d.kind, nullif(d.year, 0) as year, d.number from commerce_document_deletion d
    left join commerce_invoice i using (kind, year, number), shortest
  where i.number is null or d.deleted_at < i.issued_at + make_interval(years => shortest.years)`

/**
 * Compares the bytes of every issued document, and the buyer it was issued to, with the digests in the log, in the memory of
 * one page of events. Skipped are documents that were deleted at the end of their term, and erased buyers.
 */
export async function checkDocuments(snapshot: Pick<Snapshot, 'query' | 'pages'>): Promise<DocumentCheck> {
  const found: DocumentCheck = { checked: 0, missing: 0, faults: [] }
  for (const { kind, ...number } of await snapshot.query<DocumentNumber & { kind: NumberedKind }>(
    earlyDeletions,
    [checkoutSettings.key],
  ))
    found.faults.push(`${printedNumber(kind, number)}: it counts as deleted, and its term is not over`)
  for await (const issued of snapshot.pages<Issued>(issuedDocuments, [JSON.stringify(numberedBy)])) {
    found.faults.push(...(await changedBuyers(snapshot, issued)))
    for (const { kind, orderId, state, ...number } of issued) {
      if (state === 'as issued') found.checked += 1
      if (state === 'missing') found.missing += 1
      if (state === 'changed')
        found.faults.push(
          `${printedNumber(kind, number)}: the stored document of order ${orderId} is not the one that was issued`,
        )
    }
  }
  return found
}

async function changedBuyers(sql: Sql, issued: readonly Issued[]): Promise<string[]> {
  const known = issued.filter(({ buyerDigest }) => buyerDigest !== null)
  const buyers = await buyersOf(
    sql,
    known.map(({ orderId }) => orderId),
  )
  return known.flatMap(({ kind, orderId, buyerDigest, ...number }) => {
    const buyer = buyers.get(orderId)
    if (buyer === undefined || buyer.isErased || buyer.digest === buyerDigest) return []
    return [`${printedNumber(kind, number)}: the buyer of order ${orderId} is not the one it was issued to`]
  })
}
