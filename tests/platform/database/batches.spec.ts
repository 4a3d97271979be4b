import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { Batches } from '#platform/database/batches.ts'
import { ConnectionLost } from '#platform/database/connection-lost.ts'

/** A connection on which the server says one thing, and nothing after it. */
function failing(code: string): pg.ClientBase {
  const error = Object.assign(new pg.DatabaseError('said by the server', 20, 'error'), { code })
  return { query: (batch: Batches) => batch.handleError(error) } as unknown as pg.ClientBase
}

describe('a batch that fails', () => {
  it.each(['57P01', '57P02', '57P03', '57P05', '25P03', '08P01'])(
    'given the last words of a session (%s), then the connection is lost and the outcome unknown',
    async (code) => {
      const batch = new Batches()
      const answer = batch.query('insert into paid values (1)')
      await expect(batch.run(failing(code))).rejects.toBeInstanceOf(ConnectionLost)
      await expect(answer).rejects.toBeInstanceOf(ConnectionLost)
    },
  )

  it.each(['23505', '40P01', '57014'])(
    'given an error of a statement (%s), then it is told as it is',
    async (code) => {
      const batch = new Batches()
      await expect(batch.run(failing(code))).rejects.toMatchObject({ code })
    },
  )
})
