import type { Client } from 'pg'

/** Replaces the rows of `table` by those of `copy`, a copy that was made with all columns. Generated columns take no values. */
export async function putBack(superuser: Client, table: string, copy: string): Promise<void> {
  const { rows } = await superuser.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const { names } = rows[0]!
  await superuser.query(`delete from ${table}`)
  await superuser.query(
    `insert into ${table} (${names}) overriding system value select ${names} from ${copy}`,
  )
}
