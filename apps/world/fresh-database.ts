import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { isPooled } from '#platform/database/connect-to.ts'

/** Rows that show that a business has begun: a start of the site alone stores none of it. */
const filled = `
select 'orders' as what from es.events union all
select 'customers' from identity_customer union all
select 'leads' from leads_lead union all
select 'content' from content_version where kind <> 'template' limit 1`

/** Whether anything has been done on this database; one that was never migrated is empty. */
export async function isEmpty(ownerUrl: string): Promise<boolean> {
  return asOwner(ownerUrl, async (client) => {
    const { rowCount } = await client.query(`select from pg_namespace where nspname = 'es'`)
    return rowCount === 0 || (await client.query(filled)).rowCount === 0
  })
}

/** Takes everything away that the product has stored: its tables, its documents and the payment lab's objects. */
export async function clear(ownerUrl: string, dataDir: string): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    await client.query('drop schema if exists es, pgboss cascade')
    const { rows } = await client.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    )
    if (rows.length > 0) await client.query(`drop table ${rows.map(({ name }) => name).join(', ')} cascade`)
    const routines = await client.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
         and proowner = current_user::regrole`,
    )
    for (const { name } of routines.rows) await client.query(`drop routine ${name} cascade`)
    const rest = await client.query<{ kind: string; name: string }>(
      `select case relkind when 'S' then 'sequence' when 'v' then 'view' else 'materialized view' end as kind,
         oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('S', 'v', 'm')`,
    )
    for (const { kind, name } of rest.rows) await client.query(`drop ${kind} if exists ${name} cascade`)
  })
  for (const name of ['documents', 'payment-lab.json'])
    await rm(join(dataDir, name), { recursive: true, force: true })
}

/**
 * The address of a database whose commits do not wait for the disk, on connections that are made by it and on no others:
 * a world that a crash cuts short is made again. PgBouncer refuses settings of a session, so there they wait.
 */
export function withoutWaiting(url: string): string {
  if (isPooled(url)) return url
  const address = new URL(url)
  const asked = address.searchParams.get('options')
  address.searchParams.set('options', `${asked === null ? '' : `${asked} `}-c synchronous_commit=off`)
  return address.href
}

async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'veralead-world' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
