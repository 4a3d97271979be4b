import { Client, escapeLiteral } from 'pg'

const now = "date_trunc('milliseconds', clock_timestamp())"
const random = 'gen_random_uuid()'
const time = 'es.world_time'
const ids = 'es.world_ids'
const jobs = 'es.world_jobs'
const buyers = 'commerce_order_customer'
const outbox = 'platform_job_outbox'

interface Default {
  table: string
  column: string
  text: string
}

/**
 * What PostgreSQL adds to events by itself, made to follow from the world. Functions of the schema date events by its own
 * clock, which cannot be moved, and draw ids by chance: meanwhile they take the time out of a table and the ids out of the
 * seed, so that a history of a year reads as one. The digest of each buyer is salted with the seed, too, and jobs come due
 * by the same time, however long the machine takes. `end` puts all of it back as the migrations made it. So the same seed
 * gives the same chain, hash by hash.
 */
export class RecordedTime {
  readonly #owner: Client
  /** Functions and defaults as the migrations made them. */
  readonly #functions: readonly string[]
  readonly #defaults: readonly Default[]

  private constructor(owner: Client, functions: readonly string[], defaults: readonly Default[]) {
    this.#owner = owner
    this.#functions = functions
    this.#defaults = defaults
  }

  /** @param ownerUrl the database as the owner of its tables */
  static async begin(ownerUrl: string, seed: string): Promise<RecordedTime> {
    const owner = new Client({ connectionString: ownerUrl, application_name: 'veralead-world' })
    owner.on('error', () => undefined) // a lost connection fails the next statement, which is awaited
    await owner.connect()
    await createTimes(owner, escapeLiteral(seed))
    const { rows: functions } = await owner.query<{ text: string }>(
      `select pg_get_functiondef(oid) as text from pg_proc
       where pronamespace in ('es'::regnamespace, 'public'::regnamespace) and prokind = 'f'
         and (strpos(prosrc, ${escapeLiteral(now)}) > 0 or strpos(prosrc, '${random}') > 0)`,
    )
    if (!functions.some(({ text }) => text.includes(now)))
      throw new Error('es.append is not written as this expects it')
    for (const { text } of functions)
      await owner.query(text.replaceAll(now, `(select at from ${time})`).replaceAll(random, 'es.world_id()'))
    const { rows: jobTimes } = await owner.query<{ text: string }>(
      `select pg_get_functiondef('pgboss.job_now()'::regprocedure) as text`,
    )
    await owner.query(
      'create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select es.world_due() $$',
    )
    const defaults = [await defaultOf(owner, buyers, 'salt'), await defaultOf(owner, outbox, 'owed_at')]
    await setDefault(owner, buyers, 'salt', `sha256(convert_to(${escapeLiteral(seed)}, 'UTF8'))`)
    await setDefault(owner, outbox, 'owed_at', 'es.world_owed()')
    return new RecordedTime(
      owner,
      [...functions, ...jobTimes].map(({ text }) => text),
      defaults,
    )
  }

  async set(at: Date): Promise<void> {
    await this.#owner.query(`update ${time} set at = $1`, [at])
  }

  async end(): Promise<void> {
    for (const text of this.#functions) await this.#owner.query(text)
    for (const { table, column, text } of this.#defaults) await setDefault(this.#owner, table, column, text)
    await this.#owner.query('drop function es.world_id, es.world_owed, es.world_due')
    await this.#owner.query(`drop sequence ${ids}, ${jobs}`)
    await this.#owner.query(`drop table ${time}`)
    await this.#owner.end()
  }
}

/** The time of the world, the ids of its seed, and when jobs are queued and due. */
async function createTimes(owner: Client, seedText: string): Promise<void> {
  await owner.query(`create table ${time} (at timestamptz not null)`)
  await owner.query(`insert into ${time} values (now())`)
  await owner.query(`create sequence ${ids}`)
  await owner.query(`create sequence ${jobs}`)
  await owner.query(
    `create function es.world_id() returns uuid language sql volatile security definer
     return md5(${seedText} || nextval('${ids}'))::uuid`,
  )
  // Jobs that are queued in one moment are some microseconds apart, so that they run in the order in which they were queued.
  await owner.query(
    `create function es.world_owed() returns timestamptz language sql volatile security definer
     return (select at from ${time}) + nextval('${jobs}') * interval '64 us'`,
  )
  await owner.query(
    `create function es.world_due() returns timestamptz language sql stable security definer
     return (select w.at + j.last_value * interval '64 us' from ${time} w, ${jobs} j)`,
  )
  await owner.query('grant execute on function es.world_id, es.world_owed, es.world_due to public')
}

async function defaultOf(owner: Client, table: string, column: string): Promise<Default> {
  const { rows } = await owner.query<{ text: string }>(
    `select pg_get_expr(adbin, adrelid) as text from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
     where adrelid = '${table}'::regclass and attname = '${column}'`,
  )
  return { table, column, text: rows[0]?.text ?? 'null' }
}

const setDefault = (owner: Client, table: string, column: string, text: string): Promise<unknown> =>
  owner.query(`alter table ${table} alter ${column} set default ${text}`)
