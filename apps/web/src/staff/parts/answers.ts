import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type AnswerOf, type AnyEndpoint, call, type Sent } from '../../lib/call.ts'

/** The first part of every key of the staff screen: signing out removes these answers. */
export const staffKey = 'admin'

interface Options {
  /** False while the answer is not needed. */
  enabled?: boolean
  /** True to show the previous answer while another one loads, such as the next page of a list. */
  keep?: boolean
  /** True to load it again whenever the window gets the focus. */
  onFocus?: boolean
}

/** The answer of a read, refetched whenever a screen that needs it is opened. Its key is the path and what was sent. */
export function useAnswer<E extends AnyEndpoint & { method: 'GET' }>(
  path: E['path'],
  sent: Sent<E>,
  { enabled = true, keep = false, onFocus = false }: Options = {},
): UseQueryResult<AnswerOf<E>> {
  return useQuery<AnswerOf<E>>({
    queryKey: [staffKey, path, sent],
    queryFn: () => call<AnyEndpoint>('GET', path, sent as Sent<AnyEndpoint>) as Promise<AnswerOf<E>>,
    ...(keep && { placeholderData: keepPreviousData }),
    ...(onFocus && { refetchOnWindowFocus: 'always' }),
    enabled,
    staleTime: 0,
    retry: false,
  })
}

/**
 * A change. Afterwards the shown answers whose path begins with one of `refetch` are loaded again, also after a refusal,
 * which may mean that another person was faster.
 */
export function useAction<E extends AnyEndpoint>(
  method: E['method'],
  path: E['path'],
  refetch: readonly string[],
): UseMutationResult<AnswerOf<E>, Error, Sent<E>> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sent: Sent<E>) =>
      call<AnyEndpoint>(method, path, sent as Sent<AnyEndpoint>) as Promise<AnswerOf<E>>,
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [area, of] }) =>
          area === staffKey &&
          typeof of === 'string' &&
          refetch.some((beginning) => of.startsWith(beginning)),
      }),
  })
}
