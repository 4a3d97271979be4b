import type { Tx } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { type Signed, signatureLivesMs } from './publish-signature.ts'

/** Keeps the signature for as long as it would be accepted. @throws AppError conflict ALREADY_RECEIVED */
export async function demandFirst({ sql }: Tx, { signature, at }: Signed, now: Date): Promise<void> {
  await sql.query('delete from content_received where signed_at < $1', [
    new Date(now.getTime() - 2 * signatureLivesMs),
  ])
  const first = await sql.query(
    'insert into content_received (signature, signed_at) values ($1, $2) on conflict do nothing returning signature',
    [Buffer.from(signature, 'hex'), at],
  )
  if (first.length === 0)
    throw new AppError(
      'conflict',
      'ALREADY_RECEIVED',
      'This publish was received before. A publish is sent once.',
    )
}
