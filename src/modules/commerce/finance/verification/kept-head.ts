import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Sql } from '#platform/database/sql.ts'
import { genesis } from '#platform/event-log/chain.ts'
import { refusedField } from '#platform/kernel/error.ts'
import { headOf, textOf } from '../log/head-line.ts'
import type { LogKey } from '../log/log-key.ts'
import { restoreThatLost } from '../log/log-restores.ts'
import type { financeIntegrity } from './contract.ts'
import type { OrdersVerdict } from './verify-orders.ts'

export type KeptHead = NonNullable<OutputOf<typeof financeIntegrity>['keptHead']>

/**
 * Compares the line of a signed head with a log that was just verified.
 * @throws AppError invalid when the text is not such a line, or is not signed by this product.
 */
export async function compareKeptHead(
  line: string,
  { sql, key, verdict }: { sql: Sql; key: LogKey; verdict: OrdersVerdict },
): Promise<KeptHead> {
  const head = headOf(line)
  if (head === null)
    throw refusedField(
      'HEAD_NOT_READ',
      'head',
      'must be the whole line of the email, beginning with "veralead-head"',
    )
  if (!key.holds(textOf(head), head.signature))
    throw refusedField(
      'HEAD_NOT_SIGNED',
      'head',
      'its signature does not hold. The line was changed, or signed under an earlier SESSION_SECRET: give that one too, behind the new one and a comma, or use verify-log.mjs with the public key of the same email',
    )
  const { position } = head
  const [row] = await sql.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from es.events where position = $1`,
    [position],
  )
  const found = (found: KeptHead['found'], words: string): KeptHead => ({ position, found, words })
  if ((position === 0 ? genesis : row?.hash) === head.hash)
    return found('here', `The kept head at position ${position} is part of this log.`)
  const restore = restoreThatLost(head, verdict.restores)
  if (restore !== undefined)
    return found(
      'restored',
      `The kept head at position ${position} belongs to history that was lost: the database was restored here, at position ${restore.position}, on ${restore.recordedAt.toISOString()}: ${restore.data.reason}. Everything before position ${restore.position} must match heads kept earlier.`,
    )
  return row === undefined
    ? found('gone', `The kept head was taken at ${position}: the tail is gone.`)
    : found(
        'rewritten',
        `The hash at position ${position} differs from the kept head: history was rewritten up to here.`,
      )
}
