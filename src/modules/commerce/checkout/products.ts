import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Product } from './product.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for the textual form of a UUID; anything else is not worth a query. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** The catalogue. */
export class Products {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Products of a type that can be bought, oldest first; [] for an unknown type. */
  /** Those that can be bought. @throws AppError not-found `PRODUCT_TYPE_NOT_FOUND` for a type that no product ever had. */
  async ofType(type: string): Promise<Product[]> {
    const ofType = await this.#database.em().find(Product, { type }, { orderBy: { id: 'asc' } })
    if (ofType.length === 0) {
      throw new AppError('not-found', 'PRODUCT_TYPE_NOT_FOUND', 'There are no products of this type.')
    }
    return ofType.filter(({ active }) => active)
  }

  /** @throws AppError not-found `PRODUCT_NOT_FOUND`. Inactive products are found: the caller sees `active`. */
  async get(id: string): Promise<Product> {
    const product = isUuid(id) ? await this.#database.em().findOne(Product, { id }) : null
    if (product === null) throw new AppError('not-found', 'PRODUCT_NOT_FOUND', 'Product not found in system')
    return product
  }

  /** @throws AppError not-found `PRODUCT_NOT_FOUND` or conflict `PRODUCT_NOT_AVAILABLE`. */
  async forSale(id: string): Promise<Product> {
    const product = await this.get(id)
    if (!product.active) {
      throw new AppError('conflict', 'PRODUCT_NOT_AVAILABLE', 'Certification program unavailable')
    }
    return product
  }
}
