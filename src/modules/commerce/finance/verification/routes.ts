import type { StaffNames } from '#modules/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Books } from '../books/books.ts'
import { lineOf } from '../log/head-line.ts'
import type { LogKey } from '../log/log-key.ts'
import { financeIntegrity, integrityProgress, signedHeads, signHead } from './contract.ts'
import { faultsOf, partsOf } from './faults-of.ts'
import type { IntegrityChecks } from './integrity-checks.ts'
import { compareKeptHead } from './kept-head.ts'
import type { SignedHeads } from './signed-heads.ts'

export interface VerificationParts {
  heads: SignedHeads
  checks: IntegrityChecks
  key: LogKey
  database: Database
  books: Books
  staffNames: StaffNames
}

/** Checks of the log, and its signed heads. */
export function mountVerificationRoutes(api: ApiRouter, parts: VerificationParts): void {
  const { heads, checks, key, database, books, staffNames } = parts

  api.serve(financeIntegrity, async ({ query }) => {
    // Books are made when they are read: without this, entries that are not made yet would count as proved.
    await books.catchUp()
    const verdict = await checks.run()
    const { chain, restores } = verdict
    const keptHead =
      query.head === undefined ? null : await compareKeptHead(query.head, { sql: database.sql, key, verdict })
    const names = await staffNames.usernames([...new Set(restores.map(({ data }) => data.by))])
    return {
      ok: verdict.ok && (keptHead === null || keptHead.found === 'here' || keptHead.found === 'restored'),
      events: chain.events,
      head: chain.head,
      firstBreak: chain.firstBreak ?? null,
      parts: partsOf(verdict),
      keptHead,
      restores: restores.map(({ position, recordedAt, data: { by, reason, lastPosition } }) => ({
        position,
        recordedAt,
        lastPosition,
        by: names.get(by) ?? by,
        reason,
      })),
    }
  })

  api.serve(integrityProgress, async () => ({ progress: checks.progress }))

  api.serve(signedHeads, async () => ({
    publicKey: key.publicKey,
    earlierKeys: key.earlierKeys,
    heads: (await heads.list(60)).map((head) => ({ ...head, line: lineOf(head) })),
  }))

  api.serve(signHead, async () => {
    const { verdict, signed } = await heads.keep()
    return {
      ok: verdict.ok,
      reason: verdict.chain.firstBreak?.reason ?? faultsOf(verdict)[0] ?? null,
      line: signed === null ? null : lineOf(signed),
    }
  })
}
