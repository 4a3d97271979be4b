import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type AnswerOf, type AnyEndpoint, call, type Sent } from './call.ts'

/** The first part of every key of the staff screen: signing out removes these answers. */
export const staffKey = 'admin'

interface Options {
  /** The first part of the key, by which signing out removes the answer. */
  area?: string
  /** False while the answer is not needed. */
  enabled?: boolean
  /** True to show the previous answer while another one loads, such as the next page of a list. */
  keep?: boolean
  /** True to abort the request when another one replaces it, such as while a search is typed. */
  abort?: boolean
  /** For how many milliseconds an answer is not requested again. */
  staleTime?: number
  /** Loads it again after so many milliseconds, while the screen is open. */
  refetchInterval?: number
  /** True to load it again whenever the window gets the focus. */
  onFocus?: boolean
  retry?: number | false
}

/**
 * The answer of a read. Its key is its area, the path and what was sent. Unless the options say otherwise it belongs to
 * the staff screen, and is refetched whenever a screen that needs it is opened.
 */
export function useAnswer<E extends AnyEndpoint & { method: 'GET' }>(
  path: E['path'],
  sent: Sent<E>,
  { area = staffKey, keep = false, abort = false, onFocus = false, ...options }: Options = {},
): UseQueryResult<AnswerOf<E>> {
  return useQuery<AnswerOf<E>>({
    queryKey: [area, path, sent],
    queryFn: ({ signal }) =>
      call<AnyEndpoint>('GET', path, {
        ...(sent as Sent<AnyEndpoint>),
        ...(abort && { signal }),
      }) as Promise<AnswerOf<E>>,
    ...(keep && { placeholderData: keepPreviousData }),
    ...(onFocus && { refetchOnWindowFocus: 'always' }),
    staleTime: 0,
    retry: false,
    ...options,
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
        predicate: ({ queryKey: [, of] }) =>
          typeof of === 'string' && refetch.some((beginning) => of.startsWith(beginning)),
      }),
  })
}
