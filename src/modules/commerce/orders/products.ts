import { defineEntity, type InferEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import type { Database } from '#platform/database/database.ts'
import { kyselyOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import { AppError } from '#platform/kernel/error.ts'
import { isUuid } from '#platform/kernel/uuid.ts'

/** What can be bought. The price here is the only one that is ever charged. */
export const Product = defineEntity({
  name: 'Product',
  tableName: 'commerce_product',
  properties: {
    id: p.uuid().primary(),
    stripeProductId: p.text(),
    name: p.text(),
    description: p.text(),
    type: p.text(),
    /** Minor units of the currency. */
    priceMinor: p.bigint('number'),
    currency: p.text(),
    active: p.boolean(),
    createdAt: p.datetime().defaultRaw('now()').lazy(),
  },
})
export type Product = InferEntity<typeof Product>

/** The catalogue. */
export class Products {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Those of a type that can be bought, oldest first. @throws AppError not-found `PRODUCT_TYPE_NOT_FOUND` for a type that no product ever had. */
  async ofType(type: string): Promise<Product[]> {
    const ofType = await this.#database.em().find(Product, { type }, { orderBy: { id: 'asc' } })
    if (ofType.length === 0) {
      throw new AppError('not-found', 'PRODUCT_TYPE_NOT_FOUND', 'There are no products of this type.')
    }
    return ofType.filter(({ active }) => active)
  }

  /** Everything that can be bought, or could be once, oldest first. */
  all(): Promise<Product[]> {
    return this.#database.em().find(Product, {}, { orderBy: { createdAt: 'asc', id: 'asc' } })
  }

  /** @throws AppError not-found `PRODUCT_NOT_FOUND`. Inactive products are found: the caller sees `active`. */
  async get(id: string, sql = this.#database.sql): Promise<Product> {
    const product = isUuid(id)
      ? await kyselyOn<InferKyselyDB<typeof Product>>(sql)
          .selectFrom('commerce_product')
          .select(['id', 'stripe_product_id as stripeProductId', 'name', 'description', 'type', 'currency'])
          .select(['price_minor as priceMinor', 'active', 'created_at as createdAt'])
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined
    if (product === undefined)
      throw new AppError('not-found', 'PRODUCT_NOT_FOUND', 'Product not found in system')
    return product
  }

  /** @throws AppError not-found `PRODUCT_NOT_FOUND` or conflict `PRODUCT_NOT_AVAILABLE`. */
  async forSale(id: string, sql?: Sql): Promise<Product> {
    const product = await this.get(id, sql)
    if (!product.active) {
      throw new AppError('conflict', 'PRODUCT_NOT_AVAILABLE', 'Certification program unavailable')
    }
    return product
  }
}
