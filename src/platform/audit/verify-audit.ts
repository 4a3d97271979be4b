import { createHash } from 'node:crypto'
import type { Snapshot } from '../database/snapshot.ts'

export interface AuditTip {
  /** The id of the newest row; 0 when there is none. */
  id: number
  /** Hex. */
  digest: string
}

export interface AuditVerdict {
  rows: number
  tip: AuditTip
  /** One sentence about the first row with a wrong digest: the rows after it prove nothing. */
  fault: string | null
}

const rowsAfterEachOther = `select id::float8 as id, digest,
  record_send(row(id, at, done_by, action, subject, changes)) as facts from platform_audit order by id`

interface Row {
  id: number
  digest: Buffer
  facts: Buffer
}

/**
 * Recomputes the chain of digests over the audit. `kept` is a tip that the event log holds: only it shows that the
 * newest rows were removed, or that the whole chain was rewritten.
 */
export async function verifyAudit(snapshot: Snapshot, kept: AuditTip | null): Promise<AuditVerdict> {
  let last: Buffer = Buffer.alloc(32)
  const verdict: AuditVerdict = { rows: 0, tip: { id: 0, digest: last.toString('hex') }, fault: null }
  for await (const page of snapshot.pages<Row>(rowsAfterEachOther)) {
    for (const { id, digest, facts } of page) {
      last = createHash('sha256').update(last).update(facts).digest()
      if (!last.equals(digest)) {
        const fault = `audit entry ${id} is not as it was written, or one before it is missing`
        return { ...verdict, fault }
      }
      verdict.rows += 1
      verdict.tip = { id, digest: digest.toString('hex') }
      if (kept !== null && kept.id === id && kept.digest !== verdict.tip.digest)
        return { ...verdict, fault: `audit entry ${id} is not the one that the log knows` }
    }
  }
  if (kept !== null && kept.id > verdict.tip.id) {
    const fault = `audit entries ${verdict.tip.id + 1} to ${kept.id} are missing`
    return { ...verdict, fault }
  }
  return verdict
}
