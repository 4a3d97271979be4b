import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { given } from '../../support/given.ts'
import { item, openTestLog } from './test-log.ts'

const test = given(openTestLog, 'close')
let before: unknown

beforeAll(async () => {
  await test.log.append(item('order-1', 0))
  before = await test.log.read('order-1')
})

describe('E-5: the application role may append and never change (M-008)', () => {
  it.each([
    "update es.events set type = 'OrderCancelled'",
    'update es.events set type = type where false',
    'delete from es.events',
    'truncate es.events',
    'insert into es.events select * from es.events',
    'insert into es.events select * from es.events on conflict (position) do update set type = excluded.type',
    'merge into es.events e using es.head h on e.position = h.position when matched then delete',
    'select * from es.events for update',
    'select * from es.events for key share',
    'select * from es.head for update',
    'update es.head set position = 0',
    'insert into es.head select 1, 0, hash from es.head',
    'delete from es.head',
    'truncate es.head',
    'drop table es.events',
    'drop schema es cascade',
    'alter table es.events disable trigger all',
    'alter table es.events drop column hash',
    'alter function es.append owner to veralead_app',
    'create table es.mine (id int)',
    'create or replace function es.refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'create rule quiet as on insert to es.events do instead nothing',
    'select es.refuse_change()',
    'set session_replication_role = replica',
    'set role veralead_owner',
    'create temp table head (id int, position bigint, hash bytea)',
    "copy es.events from program 'true'",
  ])('is refused: %s', async (statement) => {
    await expect(test.pool.query(statement)).rejects.toThrow(
      /permission denied|must be owner|must be able to SET ROLE|trigger functions can only/,
    )
    expect(await test.log.read('order-1')).toEqual(before)
  })

  it('may look and append, whatever its search path says', async () => {
    const client = new Client({ connectionString: test.database.url })
    await client.connect()
    await client.query('set search_path = pg_temp, public')
    await client.query('select count(*) from es.events')
    const { rows } = await client.query<{ positions: string[] }>(
      `select positions from es.append(array[1], array['order-2'], array[0], array[gen_random_uuid()], array['Placed'],
        array[1::smallint], array['{}'::jsonb], array[sha256('')], array['{}'::jsonb], array[sha256('')],
        array[gen_random_uuid()], array['app'], array['x'], array[null::timestamptz], true)`,
    )
    await client.end()

    expect(rows[0]?.positions.map(Number)).toEqual([(await test.log.head()).position])
  })
})

describe('the owner', () => {
  it.each([
    "update es.events set type = 'x'",
    'delete from es.events',
    'truncate es.events',
    'delete from es.head',
    'truncate es.head',
  ])('is refused by trigger: %s', async (statement) => {
    const owner = new Client({ connectionString: test.database.adminUrl })
    await owner.connect()
    try {
      await expect(owner.query(statement)).rejects.toThrow('The event log only grows')
    } finally {
      await owner.end()
    }
  })
})
