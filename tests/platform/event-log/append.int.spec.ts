import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Pool } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Appended, VersionClash } from '#platform/event-log/event-log.ts'
import { onConnection, sendAll } from '#platform/event-log/log-connections.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { PgBossJobs } from '#platform/jobs/pg-boss-jobs.ts'
import { prepareJobs } from '#platform/jobs/prepare-jobs.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { given } from '../../support/given.ts'
import { event, item, openLog, openTestLog, row } from './test-log.ts'

const test = given(openTestLog, 'close')
let stream: string
beforeEach(() => {
  stream = `order-${randomUUID()}`
})

async function rows(prefix: string): Promise<string[]> {
  const { rows } = await test.pool.query<{ id: string }>(
    'select id from test_row where starts_with(id, $1) order by id',
    [prefix],
  )
  return rows.map(({ id }) => id.slice(prefix.length))
}

describe('appending', () => {
  it('given a new stream, when events are appended, then they are read back in order with every fact', async () => {
    const occurredAt = new Date('2026-03-29T01:30:00.123Z')
    const first = {
      ...event('pi_1', { amount: 250_000, note: 'ünï"\\ ✓', nested: { b: [1, null], a: true } }),
      occurredAt,
    }
    const before = (await test.log.head()).position
    const appended = await test.log.append(
      item(stream, 0, [first, event('pi_2')], {
        metadata: { actor: 'staff:7', requestId: 'req-1', release: 'abc' },
      }),
    )

    const events = await test.log.read(stream)

    expect(appended).toEqual({ version: 2, positions: [before + 1, before + 2], duplicate: false })
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({
      ...first,
      stream,
      version: 1,
      position: before + 1,
      metadata: { actor: 'staff:7', requestId: 'req-1', release: 'abc' },
    })
    expect(events[1]).toMatchObject({ sourceId: 'pi_2', version: 2, prevHash: events[0]?.hash })
    expect(events[1]?.occurredAt).toEqual(events[1]?.recordedAt)
    expect(events[1]?.correlationId).toBe(events[0]?.correlationId)
    expect(await test.log.read(stream, 1)).toEqual(events.slice(0, 1))
    expect(await test.log.read(`${stream}-other`)).toEqual([])
  })

  it('given stored events, when the same append is repeated blindly, then it is a success that stores nothing', async () => {
    const repeated = item(stream, 0, [event('a'), event('b')], { writes: [row(`${stream}/`, 1)] })
    const once = await test.log.append(repeated)

    const again = await Promise.all([test.log.append(repeated), test.log.append(repeated)])

    expect(again).toEqual([1, 2].map(() => ({ ...once, duplicate: true })))
    expect(await test.log.read(stream)).toHaveLength(2)
    expect(await rows(stream)).toEqual(['/'])
  })

  it('given an event that is there already among new ones, when they are appended, then only the new ones are stored', async () => {
    const [known] = (await test.log.append(item(stream, 0, [event('a')]))).positions

    const appended = await test.log.append(item(stream, 1, [event('a'), event('b')]))

    expect(appended).toMatchObject({ version: 2, duplicate: false })
    expect(appended.positions[0]).toBe(known)
    expect((await test.log.read(stream)).map(({ sourceId }) => sourceId)).toEqual(['a', 'b'])
  })

  it('given the same source id in another stream, when it is appended, then it is another event', async () => {
    await test.log.append(item(stream, 0, [event('shared')]))

    expect(await test.log.append(item(`${stream}-2`, 0, [event('shared')]))).toMatchObject({
      duplicate: false,
    })
  })

  it.each([2, 5])(
    'given a stream at version 1, when %i is expected, then a version clash is reported and nothing is stored',
    async (expected) => {
      await test.log.append(item(stream, 0))

      await expect(
        test.log.append(item(stream, expected, [event()], { writes: [row(`${stream}/`, 1)] })),
      ).rejects.toThrow(VersionClash)
      expect(await test.log.read(stream)).toHaveLength(1)
      expect(await rows(stream)).toEqual([])
    },
  )

  it('E-2: given one version, when 50 appends expect it at once, then exactly one succeeds and 49 are version clashes', async () => {
    const other = openLog(test.database.url)
    await test.log.append(item(stream, 0))

    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => [test.log, other][n % 2]!.append(item(stream, 1))),
    )
    await other.close()

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(49)
    expect(refused.every(({ reason }) => reason instanceof VersionClash)).toBe(true)
    expect(await test.log.read(stream)).toHaveLength(2)
  })

  it.each([
    ['stream', () => item('', 0)],
    ['expectedVersion', () => item(stream, -1)],
    ['events', () => item(stream, 0, [])],
    ['sourceId', () => item(stream, 0, [event('x'), event('x')])],
  ])('given a bad %s, when it is appended, then the error names it', async (field, bad) => {
    await expect(test.log.append(bad())).rejects.toThrow(field)
  })
})

describe('a group', () => {
  it('given appends that arrive together, when one is at fault, then it fails alone and the positions have no gap', async () => {
    const prefix = `${stream}/`
    const before = (await test.log.head()).position
    await test.log.append(item(`${prefix}known`, 0, [event('known')]))

    const outcomes = await Promise.allSettled([
      test.log.append(item(`${prefix}good-1`, 0, [event()], { writes: [row(`${prefix}1`, 1)] })),
      test.log.append(
        item(`${prefix}bad-write`, 0, [event()], { writes: [row(`${prefix}2`, 2), row(`${prefix}3`, -1)] }),
      ),
      test.log.append(item(`${prefix}bad-text`, 0, [event(`nul\u0000`)])),
      test.log.append(item(`${prefix}bad-json`, 0, [event('json', { note: 'nul\u0000' })])),
      test.log.append(
        item(`${prefix}bad-value`, 0, [event()], { writes: [{ text: 'select $1', values: [() => 1] }] }),
      ),
      test.log.append(
        item(`${prefix}bad-at-commit`, 0, [event()], {
          writes: [{ text: 'insert into test_owned (owner) values ($1)', values: ['nobody'] }],
        }),
      ),
      test.log.append(item(`${prefix}clash`, 3)),
      test.log.append(item(`${prefix}no-jobs`, 0, [event()], { jobs: [{ queue: 'mail', data: {} }] })),
      test.log.append(item(`${prefix}known`, 0, [event('known')], { writes: [row(`${prefix}4`, 1)] })),
      test.log.append(item(`${prefix}good-2`, 0, [event()], { writes: [row(`${prefix}5`, 1)] })),
    ])

    const told = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.duplicate : String(outcome.reason),
    )
    expect(told).toEqual([
      false,
      expect.stringContaining('test_row_amount_check'),
      expect.stringContaining('invalid byte sequence'),
      expect.stringContaining('unsupported Unicode'),
      expect.stringContaining('A function is not a value'),
      expect.stringContaining('test_owned_owner_fkey'),
      expect.stringContaining('VersionClash'),
      expect.stringContaining('owes no jobs'),
      true,
      false,
    ])
    expect(await rows(prefix)).toEqual(['1', '5'])
    expect((await test.log.head()).position).toBe(before + 3)
    expect(await test.log.verify()).toMatchObject({ ok: true })
  })

  it('given rows that can be written together, when appends arrive together, then one statement writes them, and one at fault fails alone', async () => {
    const prefix = `${stream}/`
    const append = (name: string, amount: number | null) => {
      const write = {
        text: 'insert into test_row (id, amount, note) values ($1, $2, $3)',
        many: `insert into test_row (id, amount, note) select id, amount, jsonb_build_object('together', note)
          from unnest($1::text[], $2::int[], $3::jsonb[]) as x(id, amount, note)`,
        values: [`${prefix}${name}`, amount, '[1, "a\\"b"]'],
      }
      return test.log.append(item(`${prefix}${name}`, 0, [event()], { writes: [write] }))
    }
    const stored = async () =>
      (
        await test.pool.query(`select id, amount, note from test_row where id like $1 order by id`, [
          `${prefix}%`,
        ])
      ).rows.map((found) => [found.id.slice(prefix.length), found.amount, found.note])

    await Promise.all(Array.from({ length: 5 }, (_, n) => append(`all-${n}`, n)))
    const note = [1, 'a"b']
    expect(await stored()).toEqual([0, 1, 2, 3, 4].map((n) => [`all-${n}`, n, { together: note }]))

    const outcomes = await Promise.allSettled(
      ['bad-0', 'bad-1', 'bad-2'].map((name, n) => append(name, n === 1 ? -1 : n)),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    // Each by itself, because nobody could say whose row it was.
    expect((await stored()).slice(5)).toEqual([
      ['bad-0', 0, note],
      ['bad-2', 2, note],
    ])
    const missing = await Promise.allSettled(['null-0', 'null-1'].map((name) => append(name, null)))
    expect(missing.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await test.log.verify()).toMatchObject({ ok: true })
  })

  it('given data that JSON cannot carry unchanged, when it is appended, then the append is refused', async () => {
    await expect(test.log.append(item(stream, 0, [event('x', { amount: Number.NaN })]))).rejects.toThrow()
    await expect(test.log.append(item(stream, 0, [event('x', { note: '\ud800' })]))).rejects.toThrow()
  })

  it('given a log, then its statements are never compiled: reading its head would take 100 ms on a server that can', async () => {
    const writes = [
      {
        text: `insert into test_row (id, amount) select $1, case current_setting('jit') when 'off' then 1 else 0 end`,
        values: [`${stream}/`],
      },
    ]
    await test.log.append(item(stream, 0, [event()], { writes }))
    const { rows } = await test.pool.query('select amount from test_row where id = $1', [`${stream}/`])
    expect(rows).toEqual([{ amount: 1 }])
  })

  it.each([
    ['the server itself', {}, true],
    ['PgBouncer, where the next transaction may run on another connection', { pgbouncer: 'true' }, false],
  ])(
    'given an address that leads to %s, then repeated statements are prepared: %j',
    async (_, parameters, isPrepared) => {
      const address = new URL(test.database.url)
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
      const log = openLog(address.href)
      for (const version of [0, 1, 2]) {
        const text = 'insert into test_row (id, amount) select $1, count(*)::int from pg_prepared_statements'
        await log.append(
          item(stream, version, [event()], { writes: [{ text, values: [`${stream}/${version}`] }] }),
        )
      }
      await log.close()
      const { rows } = await test.pool.query('select amount from test_row where id = $1', [`${stream}/2`])
      expect(rows[0].amount > 0).toBe(isPrepared)
    },
  )

  it('given writes of every kind of value, when they commit with the events, then they are stored as given', async () => {
    const id = `${stream}/values`
    await test.log.append(
      item(stream, 0, [event()], {
        writes: [
          {
            text: 'insert into test_row (id, amount, note) values ($1, $2, $3)',
            values: [id, 7n, { a: '"\\' }],
          },
          {
            text: `update test_row set note = note || jsonb_build_object('list', $2::text[], 'at', $3::timestamptz, 'bytes', $4::bytea,
              'none', $5::text, 'yes', $6::boolean) where id = $1`,
            values: [
              id,
              ['a"\\', null, 'b,c'],
              new Date('2026-01-01T00:00:00Z'),
              Buffer.from([1, 255]),
              null,
              true,
            ],
          },
        ],
      }),
    )

    const { rows } = await test.pool.query('select amount, note from test_row where id = $1', [id])
    expect(rows[0]).toMatchObject({
      amount: 7,
      note: { a: '"\\', list: ['a"\\', null, 'b,c'], bytes: '\\x01ff', none: null, yes: true },
    })
    expect(new Date(rows[0].note.at)).toEqual(new Date('2026-01-01T00:00:00Z'))
  })

  it('given random rounds of good, repeated, clashing and failing appends, then every stream is what its successes say', async () => {
    const kinds = fc.constantFrom('good', 'good', 'good', 'repeat', 'clash', 'fail')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(kinds, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 }),
        async (rounds) => {
          const run = `run-${randomUUID()}/`
          const versions = new Map<string, number>()
          let stored = 0
          const before = (await test.log.head()).position
          for (const [round, kindsOfRound] of rounds.entries()) {
            await Promise.all(
              kindsOfRound.map(async (kind, n) => {
                const name = `${run}${n}`
                const version = versions.get(name) ?? 0
                const source = event(kind === 'repeat' ? `${round - 1}` : `${round}`)
                const writes = kind === 'fail' ? [row(`${run}${round}/${n}`, -1)] : []
                const outcome: Appended | undefined = await test.log
                  .append(item(name, kind === 'clash' ? version + 1 : version, [source], { writes }))
                  .catch(() => undefined)
                if (!outcome || outcome.duplicate) return
                versions.set(name, outcome.version)
                stored += 1
              }),
            )
          }
          for (const [name, version] of versions) expect(await test.log.read(name)).toHaveLength(version)
          expect((await test.log.head()).position).toBe(before + stored)
        },
      ),
      { numRuns: 25 },
    )
    expect(await test.log.verify()).toMatchObject({ ok: true })
  })
})

describe('jobs', () => {
  it('given appends with jobs, when some fail, then exactly the jobs of the stored ones exist', async () => {
    const jobs = new PgBossJobs({
      url: test.database.url,
      adminUrl: test.database.adminUrl,
      clock: new OffsetClock(),
    })
    jobs.handle(defineJob({ queue: 'receipt' }), async () => undefined)
    await prepareJobs(test.database.adminUrl, 'veralead_app', jobs.queues())
    const log = openLog(test.database.url, { jobs })
    const owing = (n: number, queue: string, amount: number) =>
      log.append(
        item(`${stream}-${n}`, 0, [event()], {
          writes: [row(`${stream}/${n}`, amount)],
          jobs: [{ queue, key: `${stream}-${n}`, data: { n } }],
        }),
      )

    const outcomes = await Promise.allSettled([
      owing(1, 'receipt', 1),
      owing(2, 'receipt', -1),
      owing(3, 'unheard-of', 1),
      owing(4, 'receipt', 1),
    ])
    await log.close()

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    const { rows } = await test.pool.query<{ n: number }>(
      `select (job->'data'->>'n')::int as n from platform_job_outbox, jsonb_array_elements(jobs) job
       where queue = 'receipt' order by n`,
    )
    expect(rows.map(({ n }) => n)).toEqual([1, 4])
  })
})

describe('a lost connection', () => {
  it('given a server that is not there, when the log is used, then every call says that it is unavailable', async () => {
    const lost = openLog('postgres://veralead_app@127.0.0.1:1/veralead')
    const outcomes = await Promise.allSettled([
      lost.append(item(stream, 0)),
      lost.read(stream),
      lost.readFrom(0, 1),
      lost.head(),
      lost.verify(),
      lost.facts()[Symbol.asyncIterator]().next(),
    ])
    await lost.close()

    expect(outcomes).toMatchObject(
      outcomes.map(() => ({ status: 'rejected', reason: { kind: 'unavailable' } })),
    )
  })

  it('given a server that does not answer in time, then the caller is told so, and the connection is not used again', async () => {
    const pool = new Pool({
      connectionString: test.database.url,
      max: 1,
      pipeline: true,
      query_timeout: 1_500,
    })
    pool.on('connect', (client) => client.on('error', () => undefined))
    const send = (...texts: string[]) =>
      onConnection(pool, (client) =>
        sendAll(
          client,
          texts.map((text) => ({ text, values: [] })),
        ),
      )
    const late = send('begin', 'select pg_sleep(4)', 'select 1', 'commit')
    await expect(late).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await send('select 1 as one')).toEqual([[{ one: 1 }]])
    await pool.end()
  })

  it('given a backend that dies under an append, when the caller repeats it, then it is stored once', async () => {
    const held = await test.pool.connect()
    await held.query('begin')
    await held.query('insert into test_row (id, amount) values ($1, 1)', [`${stream}/held`])
    const blocked = item(stream, 0, [event('once')], {
      writes: [
        {
          text: 'insert into test_row (id, amount) values ($1, 1) on conflict do nothing',
          values: [`${stream}/held`],
        },
      ],
    })
    const first = test.log.append(blocked).then(
      () => 'stored',
      (error: { kind?: string }) => error.kind,
    )
    await expect
      .poll(async () =>
        test.asSuperuser(
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      )
      .toHaveLength(1)
    await test.asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(await first).toBe('unavailable')
    await held.query('rollback')
    held.release()

    expect(await test.log.append(blocked)).toMatchObject({ version: 1, duplicate: false })
    expect(await test.log.append(blocked)).toMatchObject({ version: 1, duplicate: true })
  })
})
