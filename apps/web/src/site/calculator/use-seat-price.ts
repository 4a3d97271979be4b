import { useQuery } from '@tanstack/react-query'
import type { listProducts } from '#modules/commerce/contract.ts'
import { call } from '../../lib/call.ts'

/** The price of one seat in US dollars; undefined until it has loaded, and in other currencies. */
export function useSeatPrice(): number | undefined {
  const { data } = useQuery({
    queryKey: ['seat-price'],
    queryFn: async () => {
      const { products } = await call<typeof listProducts>('GET', '/api/products/type/:type', {
        params: { type: 'certification_program' },
      })
      const [first] = products
      return first && first.currency.toLowerCase() === 'usd' ? Number(first.price) : null
    },
    staleTime: 5 * 60_000,
    retry: false,
  })
  return data ?? undefined
}
