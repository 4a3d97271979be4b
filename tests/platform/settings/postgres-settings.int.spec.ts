import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { PostgresAuditLog } from '#platform/audit/postgres-audit-log.ts'
import { platformMigrations } from '#platform/database/migrations.ts'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { PostgresSettings } from '#platform/settings/postgres-settings.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const seller = {
  key: 'seller',
  schema: z.object({
    name: z.string().min(1).default('Veralead'),
    days: z.number().int().min(1).default(90),
  }),
}

describe('PostgresSettings', () => {
  let test: TestDatabase
  let here: PostgresDatabase
  let there: PostgresDatabase
  let statements: string[] = []

  beforeAll(async () => {
    test = await createTestDatabase({ migrations: platformMigrations })
    here = await PostgresDatabase.open({ url: test.url, onStatement: (name) => statements.push(name) })
    there = await PostgresDatabase.open({ url: test.url })
  })
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    await test.drop()
  })
  beforeEach(async () => {
    await here.sql.query('delete from platform_settings')
    statements = []
  })

  it('given nothing stored, then every field has its default', async () => {
    expect(
      await new PostgresSettings(here, new PostgresAuditLog(here, new OffsetClock())).read(seller),
    ).toEqual({ name: 'Veralead', days: 90 })
  })

  it('given a value that was read, when read again, then the database is not asked', async () => {
    const settings = new PostgresSettings(here, new PostgresAuditLog(here, new OffsetClock()))
    await settings.read(seller)
    statements = []
    for (let n = 0; n < 10; n += 1) await settings.read(seller)
    expect(statements).toEqual([])
  })

  it('given a write, then the writer and every other replica read it, and it says who wrote', async () => {
    const [writer, reader] = [
      new PostgresSettings(here, new PostgresAuditLog(here, new OffsetClock())),
      new PostgresSettings(there, new PostgresAuditLog(there, new OffsetClock())),
    ]
    expect((await reader.read(seller)).name).toBe('Veralead')
    await writer.write(seller, { name: 'Acme' }, 'staff-1')
    expect(await writer.read(seller)).toEqual({ name: 'Acme', days: 90 })
    await vi.waitFor(async () => expect((await reader.read(seller)).name).toBe('Acme'), 1_000)
    expect(await here.sql.query('select value, updated_by from platform_settings')).toEqual([
      { value: { name: 'Acme' }, updated_by: 'staff-1' },
    ])
  })

  it('given a wrong field, then it is refused by name and nothing changes', async () => {
    const settings = new PostgresSettings(here, new PostgresAuditLog(here, new OffsetClock()))
    await settings.write(seller, { days: 30 }, 'staff-1')
    await expect(settings.write(seller, { days: 0 }, 'staff-1')).rejects.toMatchObject({
      kind: 'invalid',
      detail: { errors: [expect.stringContaining('days')] },
    })
    expect(await settings.read(seller)).toEqual({ name: 'Veralead', days: 30 })
  })

  it('given a stored field that a newer schema refuses, then only that one falls back to its default', async () => {
    await here.sql.query(
      `insert into platform_settings (key, value, updated_by) values ('seller', $1, 'x')`,
      [JSON.stringify({ name: 'Acme', days: 'ninety' })],
    )
    expect(
      await new PostgresSettings(here, new PostgresAuditLog(here, new OffsetClock())).read(seller),
    ).toEqual({ name: 'Acme', days: 90 })
  })

  it('given a lost connection, when a write was missed meanwhile, then it is read after the reconnection', async () => {
    const settings = new PostgresSettings(there, new PostgresAuditLog(there, new OffsetClock()))
    await settings.read(seller)
    await here.rawTransaction(async (sql) => {
      // As if the notification had been sent while nobody listened.
      await sql.query(
        `insert into platform_settings (key, value, updated_by) values ('seller', '{"days": 7}', 'x')`,
      )
    })
    expect((await settings.read(seller)).days).toBe(90)
    await here.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'veralead-listen' and datname = current_database()`,
    )
    await vi.waitFor(async () => expect((await settings.read(seller)).days).toBe(7), 5_000)
  })
})
