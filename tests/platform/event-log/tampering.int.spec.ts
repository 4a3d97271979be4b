import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { canonical, genesis } from '#platform/event-log/chain.ts'
import { eventColumns } from '#platform/event-log/postgres-event-log.ts'
import { given } from '../../support/given.ts'
import { type ChainLink, hashLink } from './chain-link.ts'
import { event, item, openTestLog } from './test-log.ts'

const events = 40
const test = given(openTestLog, 'close')
let anchor: { position: number; hash: string }

beforeAll(async () => {
  for (let n = 0; n < events; n++)
    await test.log.append(item(`order-${n % 5}`, Math.floor(n / 5), [event(`pi_${n}`)]))
  anchor = await test.log.head()
  await test.asSuperuser('create table untouched as select * from es.events')
  await test.asSuperuser('create table untouched_head as select * from es.head')
})

async function allLinks(): Promise<ChainLink[]> {
  const { rows } =
    await test.pool.query<ChainLink>(`select ${eventColumns}, encode(data_digest, 'hex') as "dataDigest",
    encode(metadata_digest, 'hex') as "metadataDigest" from es.events order by position`)
  return rows
}

/** What somebody can do who owns the server: triggers do not fire for a replica. */
async function tamper(...statements: string[]): Promise<void> {
  await test.asSuperuser(`set session_replication_role = replica; ${statements.join(';')}`)
}

beforeEach(async () => {
  await tamper(
    'delete from es.events',
    'insert into es.events select * from untouched',
    'delete from es.head',
    'insert into es.head select * from untouched_head',
  )
  expect(await test.log.verify(anchor)).toEqual({ ok: true, events, head: anchor })
})

describe('E-6: tampering by the superuser is detected', () => {
  it.each([
    ['a changed amount', ['update es.events set data = \'{"amount": 1}\' where position = 20'], 20],
    [
      'a changed amount with its digest',
      [
        `update es.events set data = '{"amount": 1}', data_digest = '\\x${canonical({ amount: 1 }).digest}' where position = 20`,
      ],
      20,
    ],
    ['a changed actor', ['update es.events set metadata = \'{"actor": "staff:1"}\' where position = 7'], 7],
    [
      'a changed time',
      ["update es.events set recorded_at = recorded_at - interval '1 day' where position = 9"],
      9,
    ],
    [
      'a time changed by a microsecond',
      ["update es.events set occurred_at = occurred_at + interval '1 microsecond' where position = 9"],
      9,
    ],
    [
      'an amount beyond all bounds',
      ['update es.events set data = \'{"amount": 1e400}\' where position = 20'],
      20,
    ],
    ['an event deleted inside', ['delete from es.events where position = 20'], 20],
    ['the tail deleted', ['delete from es.events where position > 35'], 36],
    [
      'two events swapped',
      [
        'update es.events set position = -1 where position = 20',
        'update es.events set position = 20 where position = 21',
        'update es.events set position = 21 where position = -1',
      ],
      20,
    ],
    [
      'one event inserted',
      [
        `insert into es.events select ${events + 1}, 'order-forged', 1, gen_random_uuid(), type, schema_version, data, data_digest,
          metadata, metadata_digest, correlation_id, source, 'forged', occurred_at, recorded_at, hash, sha256(hash)
         from es.events where position = ${events}`,
        `update es.head set position = ${events + 1}, hash = (select hash from es.events where position = ${events + 1})`,
      ],
      events + 1,
    ],
  ])('given %s, then verification names the first broken position', async (_, statements, position) => {
    await tamper(...statements)

    const verdict = await test.log.verify()

    expect(verdict.ok).toBe(false)
    expect(verdict.firstBreak?.position).toBe(position)
  })

  it('given the whole tail rewritten with recomputed hashes and head, then only the anchor kept elsewhere reveals it', async () => {
    let prevHash = genesis
    const statements = (await allLinks()).map((link) => {
      const data = link.position === 20 ? { amount: 1 } : link.data
      const dataDigest = canonical(data).digest
      const hash = hashLink(prevHash, { ...link, data, dataDigest })
      const text = `update es.events set data = '${JSON.stringify(data)}', data_digest = '\\x${dataDigest}',
        prev_hash = '\\x${prevHash}', hash = '\\x${hash}' where position = ${link.position}`
      prevHash = hash
      return text
    })
    await tamper(...statements, `update es.head set hash = '\\x${prevHash}'`)

    expect(await test.log.verify()).toMatchObject({ ok: true })
    expect(await test.log.verify(anchor)).toMatchObject({ ok: false, firstBreak: { position: events } })
  })

  it('given the tail deleted and the head set back, then only the anchor kept elsewhere reveals it', async () => {
    await tamper(
      'delete from es.events where position > 35',
      'update es.head set position = 35, hash = (select hash from es.events where position = 35)',
    )

    expect(await test.log.verify()).toMatchObject({ ok: true, events: 35 })
    expect(await test.log.verify(anchor)).toMatchObject({ ok: false, firstBreak: { position: 36 } })
  })
})
