import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

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
