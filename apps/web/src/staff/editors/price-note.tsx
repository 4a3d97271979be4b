import { useQuery } from '@tanstack/react-query'
import type { listProducts as ListProducts } from '#modules/commerce/contract.ts'
import { call } from '../../lib/call.ts'
import { money } from '../../lib/format.ts'
import { Notice } from '../../ui/surface.tsx'

/** Warns an editor when the price in the content is not the one that the server sells at. */
export function PriceNote({ shown }: { shown: unknown }) {
  const sold = useQuery({
    queryKey: ['product', 'sold'],
    queryFn: async () => {
      const { products } = await call<typeof ListProducts>('GET', '/api/products/type/:type', {
        params: { type: 'certification_program' },
      })
      return products[0] ?? null
    },
  })
  const warning = sold.data ? priceWarning(shown, sold.data) : undefined
  return warning ? (
    <Notice tone="warn" announce>
      <p>{warning}</p>
    </Notice>
  ) : null
}

/** The sentence for a content price that differs from the product's; undefined when they agree. */
export function priceWarning(
  shown: unknown,
  { price, currency }: { price: string; currency: string },
): string | undefined {
  const text = typeof shown === 'string' ? shown : ''
  const amount = /\d/.test(text) ? Number(text.replace(/[^\d.]/g, '')) : Number.NaN
  if (amount === Number(price)) return undefined
  return `The program is sold at ${money(price, currency)}, which is what visitors see and pay. The price entered here (${text || 'none'}) is shown only until the server has answered. Please enter the same price.`
}
