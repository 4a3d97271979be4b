import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './call.ts'

/** One per browser tab, one per rendered document. A request without an answer is retried twice; an error answer is not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (count, failure) => failure instanceof ApiFailure && failure.offline && count < 2,
      },
      mutations: { retry: false },
    },
  })
}
