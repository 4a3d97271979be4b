import {
  type EntitySchemaWithMeta,
  type InferKyselyTable,
  UnderscoreNamingStrategy,
} from '@mikro-orm/postgresql'
import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Sql } from './sql.ts'

const known = new WeakMap<Sql, Kysely<unknown>>()

/**
 * Statements by table and column names, typed by `Tables` (made from entities with `InferKyselyDB`). Every statement runs
 * on `sql`: in its transaction, or on any connection of the pool. Rows have the driver's value types. Limits:
 * - without `returning`, a statement does not report how many rows it changed;
 * - an array for a jsonb column has to be JSON text already: the driver writes arrays as PostgreSQL arrays.
 */
export function kyselyOn<Tables>(sql: Sql): Kysely<Tables> {
  let kysely = known.get(sql)
  if (kysely === undefined) {
    kysely = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new SqlDriver(sql),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    known.set(sql, kysely)
  }
  return kysely as Kysely<Tables>
}

// Keys within jsonb keep their names.
const byProperty = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/**
 * The same with the names of the properties: columns are asked for and rows are read as `orderId`. Each row is copied, so
 * reads of many thousands take `kyselyOn`. @param Tables made with the strategy `property` for columns
 */
export const propertiesOn = <Tables>(sql: Sql): Kysely<Tables> => kyselyOn<Tables>(sql).withPlugin(byProperty)

/** Builds statements that other code runs, such as those that commit with events. */
export const unconnected: Sql = {
  query: () => Promise.reject(new Error('This statement is built here and run elsewhere')),
}

/** Passes statements to an `Sql`, which has the connection; only `Database` begins transactions. */
class SqlDriver extends DummyDriver {
  readonly #connection: DatabaseConnection

  constructor(sql: Sql) {
    super()
    this.#connection = {
      executeQuery: async <Row>({ sql: text, parameters }: CompiledQuery) => ({
        rows: (await sql.query(text, parameters)) as Row[],
      }),
      streamQuery: () => {
        throw new Error('Rows of a statement by column names are not streamed: use Snapshot.pages')
      },
    }
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('Database.transaction begins transactions')
  }
}

const naming = new UnderscoreNamingStrategy()

type Column<Entity extends EntitySchemaWithMeta> = keyof InferKyselyTable<Entity> & string

/** The columns of an entity in their order, for statements that are written as text. */
export const columnsOf = <Entity extends EntitySchemaWithMeta>({ properties }: Entity): Column<Entity>[] =>
  Object.keys(properties).map((property) => naming.propertyToColumnName(property)) as Column<Entity>[]
