import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { previewTax } from '#modules/commerce/tax/contract.ts'
import { type AnswerOf, call, type Sent } from '../../lib/call.ts'
import { useSettled } from '../../lib/settled.ts'

export type ShownTax = AnswerOf<typeof previewTax>

/** The sentence about the tax for a billing country; undefined before one is typed, when the price stands alone. */
export function useTax(question: Sent<typeof previewTax>['body'] | undefined): ShownTax | undefined {
  const settled = useSettled(
    question && question.country.trim() !== '' ? JSON.stringify(question) : undefined,
  )
  const answer = useQuery({
    queryKey: ['tax', settled],
    enabled: settled !== undefined,
    queryFn: ({ signal }) =>
      call<typeof previewTax>('POST', '/api/prices/tax', { signal, body: JSON.parse(settled ?? '{}') }),
    retry: false,
    placeholderData: keepPreviousData,
  })
  return settled === undefined ? undefined : answer.data
}
