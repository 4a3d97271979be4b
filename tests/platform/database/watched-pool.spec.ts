import { EventEmitter } from 'node:events'
import type { Pool, PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { watchPool } from '#platform/database/watched-pool.ts'

/** A connection of a watched pool on which every statement fails with `code`. */
function failing(code: string): PoolClient {
  const failure = Object.assign(new Error(`failed ${code}`), { code })
  const client = { query: () => Promise.reject(failure) } as unknown as PoolClient
  const pool = Object.assign(new EventEmitter(), { connect: async () => client })
  watchPool(pool as unknown as Pool, undefined)
  pool.emit('connect', client)
  return client
}

test.each(['ECONNRESET', 'EPIPE', '57P01', '08006', '25P03'])(
  'given a connection that is lost (%s), then its ROLLBACK succeeds and its COMMIT fails',
  async (code) => {
    await expect(failing(code).query('rollback')).resolves.toEqual({ command: 'ROLLBACK', rows: [] })
    await expect(failing(code).query('commit')).rejects.toMatchObject({ code })
  },
)

test.each(['23505', '40P01'])('given an error of a statement (%s), then it stays an error', async (code) => {
  await expect(failing(code).query('rollback')).rejects.toMatchObject({ code })
})
