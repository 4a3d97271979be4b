import type { Snapshot } from '#platform/database/snapshot.ts'
import { genesis } from '#platform/event-log/chain.ts'
import { headSignedType, headStream, type SignedHeadData } from '../log/head-events.ts'
import { lineOf, type SignedHead, textOf } from '../log/head-line.ts'
import type { LogKey } from '../log/log-key.ts'
import { isLost, type RestoreRecord } from '../log/log-restores.ts'
import { Faults } from './faults.ts'

interface Row extends SignedHead {
  /** The hash of the log at the head's position, hex; null where the log ends before it. At 0, what every log begins with. */
  hashInLog: string | null
}

const rows = `select h.position::float8 as position, h.hash, h.signed_at as "signedAt", h.signature,
  case h.position when 0 then '${genesis}' else encode(e.hash, 'hex') end as "hashInLog"
from commerce_signed_head h left join es.events e using (position) order by h.signed_at, h.position`
const events = `select data from es.events where stream_id = '${headStream}' and type = '${headSignedType}' order by version`

export interface HeadVerdict {
  found: Faults
  /** The first head that the log does not contain: the history before it was changed. */
  firstBreak: { position: number; reason: string } | null
  /** The audit's chain, as the newest event about a head records it. */
  audit: SignedHeadData['audit'] | null
}

/**
 * Checks that each signed head equals its event in the log, that none is missing, and that the log still contains the
 * position and hash of each, except for those that a recorded restore lost.
 */
export async function verifyHeads(
  snapshot: Snapshot,
  key: LogKey,
  { end, restores }: { end: number; restores: readonly RestoreRecord[] },
): Promise<HeadVerdict> {
  const signed = (await snapshot.query<{ data: SignedHeadData }>(events)).map(({ data }) => data)
  const [first] = signed
  const missing = new Map(signed.map((data) => [data.line, data]))
  const verdict: HeadVerdict = { found: new Faults(), firstBreak: null, audit: signed.at(-1)?.audit ?? null }
  const { found } = verdict
  let earlier = 0
  for (const row of await snapshot.query<Row>(rows)) {
    found.checked += 1
    const line = lineOf(row)
    const name = `the signed head at position ${row.position} of ${row.signedAt.toISOString()}`
    const known = missing.get(line)
    if (known !== undefined) missing.delete(line)
    else if (first === undefined || row.signedAt < new Date(first.signedAt)) earlier += 1
    else {
      found.add(`${name} is not one that the log knows: it was changed, or somebody wrote it`)
      continue
    }
    const isOurs = known === undefined || [key.publicKey, ...key.earlierKeys].includes(known.key)
    if (isOurs && !key.holds(textOf(row), row.signature)) {
      const reason = 'the signature of the head that was kept does not hold: somebody wrote it'
      found.add(`${name}: ${reason}`)
      verdict.firstBreak ??= { position: row.position, reason }
      continue
    }
    const reason = breakOf(row, end, restores)
    if (reason === null) continue
    found.add(`${name}: ${reason}`)
    verdict.firstBreak ??= { position: Math.min(row.position, end + 1), reason }
  }
  for (const { position, signedAt } of missing.values())
    found.add(`the signed head at position ${position} of ${signedAt} is missing`)
  if (first !== undefined && earlier !== first.earlier)
    found.add(`${first.earlier} heads were signed before the log knew of heads, and ${earlier} are there`)
  return verdict
}

function breakOf(row: Row, end: number, restores: readonly RestoreRecord[]): string | null {
  if (row.hashInLog === row.hash || isLost(row, restores)) return null
  return row.position > end
    ? `the kept head was taken at ${row.position}: the tail is gone`
    : 'its hash differs from the kept head: history was rewritten up to here'
}
