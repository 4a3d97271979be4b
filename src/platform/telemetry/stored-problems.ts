import { createHash } from 'node:crypto'
import type { Sql } from '../database/sql.ts'
import { inOrderOf } from './key-order.ts'
import type { Problem } from './problem.ts'

/** A problem, combined from all processes. */
export interface StoredProblem extends Problem {
  firstSeen: Date
  lastSeen: Date
  firstRelease: string
  lastRelease: string
}

/** Days after which a problem that was not seen again is deleted. */
const keptDays = 30
const mostRows = 2_000
const dayMs = 86_400_000

const columns = `kind, route, what, count::float8 as count, most, request_id as "requestId", first_seen as "firstSeen",
  last_seen as "lastSeen", first_release as "firstRelease", last_release as "lastRelease"`

/** Written in the order of their keys, so that concurrent transactions cannot deadlock. */
export async function writeProblems(
  sql: Sql,
  release: string,
  now: Date,
  problems: readonly Problem[],
): Promise<void> {
  const ordered = problems
    .map((problem) => ({ ...problem, digest: digestOf(problem.what) }))
    .toSorted(inOrderOf(({ kind, route, digest }) => [kind, route, digest]))
  for (const { kind, route, digest, what, count, most, requestId } of ordered) {
    await sql.query(
      `insert into platform_problem as kept
         (kind, route, digest, what, count, most, request_id, first_seen, last_seen, first_release, last_release)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $9)
       on conflict (kind, route, digest) do update set
         count = kept.count + excluded.count,
         most = greatest(kept.most, excluded.most),
         request_id = case when excluded.most >= kept.most then excluded.request_id else kept.request_id end,
         last_seen = excluded.last_seen,
         last_release = excluded.last_release`,
      [kind, route, digest, what, count, most, requestId, now, release],
    )
  }
}

const digestOf = (what: string): string => createHash('sha256').update(what).digest('base64url')

/** Stores that this release runs; a known release keeps the time at which it was first seen. */
export async function writeRelease(sql: Sql, release: string, now: Date): Promise<void> {
  await sql.query('insert into platform_release (name, first_seen) values ($1, $2) on conflict do nothing', [
    release,
    now,
  ])
}

export function releasesSince(sql: Sql, since: Date): Promise<{ name: string; at: Date }[]> {
  return sql.query(
    'select name, first_seen as at from platform_release where first_seen >= $1 order by first_seen limit 50',
    [since],
  )
}

/** The stored problems, those seen last first, at most 100. */
export function problemsSeen(sql: Sql): Promise<StoredProblem[]> {
  return sql.query(`select ${columns} from platform_problem order by last_seen desc, count desc limit 100`)
}

/**
 * Errors and slow statements since `since` that were not mailed for a day, the newest first, at most `most`. They are marked
 * as mailed; of two concurrent callers the second one waits, and gets other problems.
 */
export async function claimForAlert(
  sql: Sql,
  now: Date,
  since: Date,
  most: number,
): Promise<StoredProblem[]> {
  const claimed = await sql.query<StoredProblem>(
    `update platform_problem set mailed_at = $3 where (kind, route, digest) in (
       select kind, route, digest from platform_problem
       where kind in ('error', 'slow') and last_seen >= $1 and (mailed_at is null or mailed_at < $2)
       order by first_seen desc, kind, route, digest limit $4 for update
     ) returning ${columns}`,
    [since, new Date(now.getTime() - dayMs), now, most],
  )
  return claimed.toSorted((a, b) => b.firstSeen.getTime() - a.firstSeen.getTime())
}

/** Undoes `claimForAlert` after an alert failed, so that the next try claims these problems again. */
export async function releaseClaims(sql: Sql, problems: readonly Problem[]): Promise<void> {
  for (const { kind, route, what } of problems) {
    await sql.query(
      `update platform_problem set mailed_at = null where kind = $1 and route = $2 and digest = $3`,
      [kind, route, digestOf(what)],
    )
  }
}

export async function forgetProblems(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from platform_problem where last_seen < $1', [
    new Date(now.getTime() - keptDays * dayMs),
  ])
  await sql.query(
    `delete from platform_problem where ctid in
       (select ctid from platform_problem order by last_seen desc offset $1)`,
    [mostRows],
  )
}
