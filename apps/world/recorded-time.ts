import { Client, escapeLiteral } from 'pg'
import { eventLogMigrations } from '#platform/event-log/schema.sql.ts'

const shown = "date_trunc('milliseconds', clock_timestamp())"
const setting = 'es.world_time'
const buyers = 'commerce_order_customer'

/**
 * What PostgreSQL adds to events by itself, made to follow from the world. It dates each event by its own clock, which
 * cannot be moved: meanwhile its `es.append` takes the time out of a table, so that a history of a year reads as one.
 * And it salts the digest of each buyer by chance: meanwhile with the seed. `end` puts both back as the migrations made
 * them. So the same seed gives the same chain, hash by hash.
 */
export class RecordedTime {
  readonly #owner: Client
  readonly #salt: string

  private constructor(owner: Client, salt: string) {
    this.#owner = owner
    this.#salt = salt
  }

  /** @param ownerUrl the database as the owner of its tables */
  static async begin(ownerUrl: string, seed: string): Promise<RecordedTime> {
    const owner = new Client({ connectionString: ownerUrl, application_name: 'veralead-world' })
    owner.on('error', () => undefined) // a lost connection fails the next statement, which is awaited
    await owner.connect()
    await owner.query(`create table ${setting} (at timestamptz not null)`)
    await owner.query(`insert into ${setting} values (now())`)
    await owner.query(appendText().replace(shown, `(select at from ${setting})`))
    const { rows } = await owner.query<{ salt: string }>(
      `select pg_get_expr(adbin, adrelid) as salt from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
       where adrelid = '${buyers}'::regclass and attname = 'salt'`,
    )
    await owner.query(
      `alter table ${buyers} alter salt set default sha256(convert_to(${escapeLiteral(seed)}, 'UTF8'))`,
    )
    return new RecordedTime(owner, rows[0]?.salt ?? 'null')
  }

  async set(at: Date): Promise<void> {
    await this.#owner.query(`update ${setting} set at = $1`, [at])
  }

  async end(): Promise<void> {
    await this.#owner.query(appendText())
    await this.#owner.query(`drop table ${setting}`)
    await this.#owner.query(`alter table ${buyers} alter salt set default ${this.#salt}`)
    await this.#owner.end()
  }
}

/** The statement of the migration that makes `es.append`, so that it replaces the function. */
function appendText(): string {
  const text = eventLogMigrations.map(({ sql }) => sql).join('\n')
  const made = /create (function es\.append\([\s\S]*?\$append\$;)/.exec(text)?.[1]
  // The body begins and ends with the same mark: the first match ends at the second one.
  const body = made === undefined ? undefined : `create or replace ${made}`
  if (body === undefined || !body.includes(shown))
    throw new Error('es.append is not written as this expects it')
  return body
}
