import { Client, escapeLiteral } from 'pg'

const now = "date_trunc('milliseconds', clock_timestamp())"
const random = 'gen_random_uuid()'
const time = 'es.world_time'
const ids = 'es.world_ids'
const buyers = 'commerce_order_customer'

/**
 * What PostgreSQL adds to events by itself, made to follow from the world. Functions of the schema date events by its own
 * clock, which cannot be moved, and draw ids by chance: meanwhile they take the time out of a table and the ids out of the
 * seed, so that a history of a year reads as one. The digest of each buyer is salted with the seed, too. `end` puts all of
 * it back as the migrations made it. So the same seed gives the same chain, hash by hash.
 */
export class RecordedTime {
  readonly #owner: Client
  readonly #salt: string
  /** The functions as the migrations made them. */
  readonly #functions: readonly string[]

  private constructor(owner: Client, salt: string, functions: readonly string[]) {
    this.#owner = owner
    this.#salt = salt
    this.#functions = functions
  }

  /** @param ownerUrl the database as the owner of its tables */
  static async begin(ownerUrl: string, seed: string): Promise<RecordedTime> {
    const owner = new Client({ connectionString: ownerUrl, application_name: 'veralead-world' })
    owner.on('error', () => undefined) // a lost connection fails the next statement, which is awaited
    await owner.connect()
    const seedText = escapeLiteral(seed)
    await owner.query(`create table ${time} (at timestamptz not null)`)
    await owner.query(`insert into ${time} values (now())`)
    await owner.query(`create sequence ${ids}`)
    await owner.query(
      `create function es.world_id() returns uuid language sql volatile security definer
       return md5(${seedText} || nextval('${ids}'))::uuid`,
    )
    await owner.query('grant execute on function es.world_id to public')
    const { rows: functions } = await owner.query<{ text: string }>(
      `select pg_get_functiondef(oid) as text from pg_proc
       where pronamespace in ('es'::regnamespace, 'public'::regnamespace) and prokind = 'f'
         and (strpos(prosrc, ${escapeLiteral(now)}) > 0 or strpos(prosrc, '${random}') > 0)`,
    )
    if (!functions.some(({ text }) => text.includes(now)))
      throw new Error('es.append is not written as this expects it')
    for (const { text } of functions)
      await owner.query(text.replaceAll(now, `(select at from ${time})`).replaceAll(random, 'es.world_id()'))
    const { rows } = await owner.query<{ salt: string }>(
      `select pg_get_expr(adbin, adrelid) as salt from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
       where adrelid = '${buyers}'::regclass and attname = 'salt'`,
    )
    await owner.query(`alter table ${buyers} alter salt set default sha256(convert_to(${seedText}, 'UTF8'))`)
    return new RecordedTime(
      owner,
      rows[0]?.salt ?? 'null',
      functions.map(({ text }) => text),
    )
  }

  async set(at: Date): Promise<void> {
    await this.#owner.query(`update ${time} set at = $1`, [at])
  }

  async end(): Promise<void> {
    for (const text of this.#functions) await this.#owner.query(text)
    await this.#owner.query('drop function es.world_id')
    await this.#owner.query(`drop sequence ${ids}`)
    await this.#owner.query(`drop table ${time}`)
    await this.#owner.query(`alter table ${buyers} alter salt set default ${this.#salt}`)
    await this.#owner.end()
  }
}
