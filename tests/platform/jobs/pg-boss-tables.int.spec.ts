import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareJobs } from '#platform/jobs/prepare-jobs.ts'
import { jobsMigrations } from '#platform/jobs/schema.sql.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ migrations: jobsMigrations })
})
afterAll(async () => {
  await database.drop()
})

test('given the sources, then one file alone knows the tables of pg-boss', () => {
  const root = join(import.meta.dirname, '../../../src')
  const naming = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && /\bpgboss\./.test(readFileSync(join(root, path), 'utf8')))
    .sort()
  expect(naming).toEqual(['platform/jobs/pg-boss-tables.ts'])
})

test("given a connection class, then pg-boss's pool uses it, though its types do not name it", async () => {
  class Counted extends Client {
    static made = 0
    constructor(...options: ConstructorParameters<typeof Client>) {
      super(...options)
      Counted.made += 1
    }
  }
  await prepareJobs(database.adminUrl, 'veralead_app')
  const boss = new PgBoss({
    connectionString: database.url,
    migrate: false,
    createSchema: false,
    ...{ Client: Counted },
  })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
  expect(Counted.made).toBeGreaterThan(0)
})
