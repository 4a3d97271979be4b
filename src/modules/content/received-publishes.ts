import type { Tx } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { contentTables } from './content-version.ts'
import { type Signed, signatureLivesMs } from './publish-signature.ts'

/** Stores the signature for as long as it is valid. @throws AppError conflict ALREADY_RECEIVED for a repeat */
export async function demandFirst({ sql }: Tx, { signature, at }: Signed, now: Date): Promise<void> {
  const tables = contentTables(sql)
  await tables
    .deleteFrom('content_received')
    .where('signed_at', '<', new Date(now.getTime() - 2 * signatureLivesMs))
    .execute()
  const first = await tables
    .insertInto('content_received')
    .values({ signature: Buffer.from(signature, 'hex'), signed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst()
  if (first === undefined)
    throw new AppError(
      'conflict',
      'ALREADY_RECEIVED',
      'This publish was received before. A publish is sent once.',
    )
}
