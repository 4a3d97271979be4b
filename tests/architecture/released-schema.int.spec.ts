import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/**
 * What the last release needs of the database, to work beside this one during a deploy. At a release it is written anew:
 * RELEASED_SCHEMA=write npx vitest run tests/architecture/released-schema.int.spec.ts
 */
const file = join(import.meta.dirname, 'released-schema.json')

/** Each a list of lines, so that a change of the file can be read. */
interface Schema {
  /** `table.column type`, with `null` and `default` where an insert may leave it out. */
  columns: string[]
  /** What may refuse a write: `table: definition`. */
  rules: string[]
  /** `schema.name(arguments)`. */
  functions: string[]
  /** `table: rights of the application's role`. */
  rights: string[]
}

const queries: Record<keyof Schema, string> = {
  columns: `select format('%s.%s %s%s%s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then '' else ' null' end,
      case when a.atthasdef or a.attidentity <> '' then ' default' else '' end) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('public', 'es') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by 1`,
  rules: `select format('%s: %s', conrelid::regclass, pg_get_constraintdef(k.oid)) as line from pg_constraint k
    join pg_namespace n on n.oid = k.connamespace
    where n.nspname in ('public', 'es') and contype in ('c', 'f', 'x')
    union all select format('%s: %s', indrelid::regclass, regexp_replace(pg_get_indexdef(i.indexrelid), '^.*INDEX \\S+ ON', 'UNIQUE ON'))
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'es') and indisunique order by 1`,
  functions: `select format('%s.%s(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as line
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'es') order by 1`,
  rights: `select format('%s: %s', c.oid::regclass, string_agg(kind, ' ' order by kind)) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace,
      unnest(array['select', 'insert', 'update', 'delete']) as kind
    where n.nspname in ('public', 'es') and c.relkind in ('r', 'p')
      and has_table_privilege('veralead_app', c.oid, kind) group by c.oid order by 1`,
}

const tableOf = (line: string): string => /^[^.:\s]+(?:\.(?=[^.\s]+\.))?[^.:\s]*/.exec(line)![0]

/** What the last release would run into. */
function breaks(released: Schema, now: Schema): string[] {
  const columnOf = (line: string): [string, string] => {
    const [name = '', ...about] = line.split(' ')
    return [name, about.join(' ')]
  }
  const columns = new Map(now.columns.map(columnOf))
  const known = new Map(released.columns.map(columnOf))
  const nameOfTable = (column: string): string => column.slice(0, column.lastIndexOf('.'))
  const tables = new Set([...known.keys()].map(nameOfTable))
  const missing = (kind: 'functions'): string[] => released[kind].filter((line) => !now[kind].includes(line))
  const rights = new Map(now.rights.map((line) => [tableOf(line), line]))
  const plain = (about: string): string => about.replace(/( null)?( default)?$/, '')
  return [
    ...[...known].flatMap(([name, about]) => {
      const today = columns.get(name)
      if (today === undefined) return [`${name} is gone`]
      if (plain(today) !== plain(about)) return [`${name} was ${plain(about)} and is ${plain(today)}`]
      if (about.includes(' null') && !today.includes(' null')) return [`${name} may not be null any more`]
      if (about.includes(' default') && !/ (null|default)/.test(today))
        return [`${name} has no default any more`]
      return []
    }),
    ...[...columns].flatMap(([name, about]) =>
      known.has(name) || !tables.has(nameOfTable(name)) || / (null|default)/.test(about)
        ? []
        : [`${name} is new and has neither null nor default`],
    ),
    ...now.rules.flatMap((line) =>
      released.rules.includes(line) || !tables.has(tableOf(line)) ? [] : [`new rule of ${line}`],
    ),
    ...missing('functions').map((line) => `the function ${line} is gone`),
    ...released.rights.flatMap((line) => {
      const today = rights.get(tableOf(line)) ?? ''
      const lost = line
        .split(' ')
        .slice(1)
        .filter((right) => !today.split(' ').includes(right))
      return lost.length === 0
        ? []
        : [`${tableOf(line)}: the application may not ${lost.join(', ')} any more`]
    }),
  ]
}

describe('migrations while the last release runs', () => {
  let database: TestDatabase
  let client: Client
  const schema = async (): Promise<Schema> => {
    const read = async (part: keyof Schema) =>
      [part, (await client.query<{ line: string }>(queries[part])).rows.map(({ line }) => line)] as const
    const parts: (readonly [string, string[]])[] = []
    for (const part of Object.keys(queries) as (keyof Schema)[]) parts.push(await read(part))
    return Object.fromEntries(parts) as unknown as Schema
  }
  beforeAll(async () => {
    database = await createTestDatabase()
    client = new Client({ connectionString: database.superUrl })
    await client.connect()
    if (process.env.RELEASED_SCHEMA === 'write')
      writeFileSync(file, `${JSON.stringify(await schema(), null, 2)}\n`)
  })
  afterAll(async () => {
    await client?.end()
    await database?.drop()
  })

  it('given the schema of this version, then everything that the last release reads, writes and calls is there as it was', async () => {
    const released = JSON.parse(readFileSync(file, 'utf8')) as Schema
    expect(released.columns.length).toBeGreaterThan(200)
    expect(released.functions.some((line) => line.startsWith('es.append('))).toBe(true)
    expect(breaks(released, await schema())).toEqual([])
  })

  it.each([
    ['alter table commerce_order drop column currency', 'commerce_order.currency is gone'],
    ['alter table commerce_order rename column currency to money', 'commerce_order.currency is gone'],
    [
      'alter table commerce_order alter column version type bigint',
      'commerce_order.version was integer and is bigint',
    ],
    [
      'alter table commerce_order add column tax int not null',
      'commerce_order.tax is new and has neither null nor default',
    ],
    [
      'alter table commerce_order alter column invoice_number set not null',
      'commerce_order.invoice_number may not be null any more',
    ],
    [
      'alter table commerce_order_customer alter column revision drop default',
      'commerce_order_customer.revision has no default any more',
    ],
    ['create unique index on commerce_order (product_name)', 'new rule of commerce_order: UNIQUE ON'],
    [
      "alter table commerce_order add check (currency <> 'xxx') not valid",
      'new rule of commerce_order: CHECK',
    ],
    [
      'revoke insert on commerce_order from veralead_app',
      'commerce_order: the application may not insert any more',
    ],
    ['drop function es.append cascade', 'the function es.append('],
  ])('given a migration that says "%s", then the deploy that it would break is named', async (sql, told) => {
    const before = await schema()
    await client.query('begin')
    try {
      await client.query(sql)
      expect(breaks(before, await schema()).join('\n')).toContain(told)
    } finally {
      await client.query('rollback')
    }
  })

  it('given a migration that only adds, then nothing is named', async () => {
    const before = await schema()
    await client.query('begin')
    await client.query(`alter table commerce_order add column note text, add column tax int not null default 0;
      create table commerce_tax (id int primary key, rate numeric not null);
      create index on commerce_order (product_name)`)
    expect(breaks(before, await schema())).toEqual([])
    await client.query('rollback')
  })
})
