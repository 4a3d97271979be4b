import { decimalsOf } from '#platform/kernel/money.ts'

/** The product in navigation state and addresses. Its price is never shown or charged; the server's is. */
export interface ProductInfo {
  id: string
  stripeProductId: string
  name: string
  /** A decimal string of the major unit: "2500.00". */
  price: string
  currency: string
}

/**
 * Reads the `product` parameter of an address. Anyone can write an address, so only the five fields in their
 * shapes are read, and none of them is used for charging.
 */
export function parseProductParam(text: string | null): ProductInfo | null {
  if (!text || text.length > 2000) return null
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    if (value === null || typeof value !== 'object') return null
    const { id, stripeProductId, name, currency } = value
    if (!isText(id, 100) || !isText(stripeProductId, 255) || !isText(name, 200)) return null
    if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return null
    const price = typeof value.price === 'number' ? value.price.toFixed(decimalsOf(currency)) : value.price
    if (typeof price !== 'string' || !/^\d{1,9}(\.\d{1,3})?$/.test(price)) return null
    return { id, stripeProductId, name, price, currency: currency.toLowerCase() }
  } catch {
    return null
  }
}

/** The parameter's text for a product. */
export function productParam(product: ProductInfo): string {
  const { id, stripeProductId, name, price, currency } = product
  return JSON.stringify({ id, stripeProductId, name, price, currency })
}

/** The address of an account page that returns to `returnTo`, with the product if there is one. */
export function accountHref(
  page: '/signup' | '/login',
  returnTo: string | null,
  product: ProductInfo | null,
): string {
  const query = new URLSearchParams()
  if (returnTo) query.set('returnTo', returnTo)
  if (product) query.set('product', productParam(product))
  const text = query.toString()
  return text ? `${page}?${text}` : page
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= max
}
