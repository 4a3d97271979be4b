import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { Batches, prepareNothingOn } from '#platform/database/batches.ts'
import { ConnectionLost } from '#platform/database/failures.ts'

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

describe('the statements of a batch', () => {
  /** The names under which a connection is told to prepare texts. */
  async function namesOn(client: pg.ClientBase, names: string[]): Promise<string[]> {
    const nothing = (): void => undefined
    const stream = { cork: nothing, uncork: nothing }
    const parse = ({ name }: { name: string }): void => void names.push(name)
    const wire = { stream, parse, bind: nothing, describe: nothing, execute: nothing, sync: nothing }
    Object.assign(client, {
      query: (batch: Batches) => {
        batch.submit(wire)
        batch.handleCommandComplete()
        batch.handleReadyForQuery()
      },
    })
    const batch = new Batches()
    batch.query('select 1').catch(nothing)
    await batch.run(client)
    return names
  }

  it('given a connection of the server, then a text is prepared once, under a name', async () => {
    const client = {} as pg.ClientBase
    const first = await namesOn(client, [])
    expect(first).toEqual([expect.stringMatching(/^batch_\d+$/)])
    expect(await namesOn(client, [])).toEqual([])
  })

  it('given a connection to PgBouncer, then it is sent without a name each time', async () => {
    const client = {} as pg.ClientBase
    prepareNothingOn(client)
    expect(await namesOn(client, [])).toEqual([''])
    expect(await namesOn(client, [])).toEqual([''])
  })
})
