import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { listProducts } from '#modules/commerce/contract.ts'
import type {
  defineCoupon,
  endCoupon,
  listDiscountUses,
  listPrices,
} from '#modules/commerce/prices/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type Coupon = AnswerOf<typeof listPrices>['coupons'][number]
export type DiscountUse = AnswerOf<typeof listDiscountUses>['uses'][number]
export type VolumeStep = AnswerOf<typeof listPrices>['steps'][number]
export type CouponTerms = Pick<
  Coupon,
  'percent' | 'amount' | 'productId' | 'cohortId' | 'validUntil' | 'maxUses' | 'maxSeats'
>

const key = ['admin', 'prices'] as const

/** The volume steps and the coupons. */
export const usePrices = () =>
  useQuery({
    queryKey: [...key, 'list'],
    queryFn: () => call<typeof listPrices>('GET', '/api/admin/prices'),
    staleTime: 0,
    retry: false,
  })

/** The orders with a discount. */
export const useDiscountUses = (kind: 'volume' | 'coupon', id: string) =>
  useQuery({
    queryKey: [...key, 'uses', kind, id],
    queryFn: async () =>
      (await call<typeof listDiscountUses>('GET', '/api/admin/prices/uses', { query: { kind, id } })).uses,
    staleTime: 0,
    retry: false,
  })

/** The products that a coupon can apply to. */
export const useSoldProducts = () =>
  useQuery({
    queryKey: [...key, 'products'],
    queryFn: async () =>
      (
        await call<typeof listProducts>('GET', '/api/products/type/:type', {
          params: { type: 'certification_program' },
        })
      ).products,
    retry: false,
  })

/** The changes of coupons by an owner; each refetches the list. */
export function useCouponEdits() {
  const client = useQueryClient()
  const after = async (work: Promise<unknown>): Promise<void> => {
    // Also after a refusal, which may mean that another person was faster.
    await work.finally(() => client.invalidateQueries({ queryKey: key }))
  }
  return {
    define: (id: string, code: string, terms: CouponTerms) =>
      after(call<typeof defineCoupon>('POST', '/api/admin/prices/coupons', { body: { id, code, ...terms } })),
    end: (id: string) =>
      after(call<typeof endCoupon>('POST', '/api/admin/prices/coupons/:id/end', { params: { id } })),
  }
}
