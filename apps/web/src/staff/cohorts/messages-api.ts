import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { cohortMessages, sendMessage } from '#modules/leadership/program/contract-messages.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type SentMessage = AnswerOf<typeof cohortMessages>['messages'][number]

/** A mail that staff writes; a repeated id is the same mail. */
export interface Message {
  messageId: string
  subject: string
  text: string
  orderIds: string[]
}

const keyOf = (id: string) => ['admin', 'cohorts', 'messages', id] as const

export const useMessages = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: async () =>
      (await call<typeof cohortMessages>('GET', '/api/admin/cohorts/:id/messages', { params: { id } }))
        .messages,
    staleTime: 0,
    retry: false,
  })

export function useSendMessage(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Message) =>
      call<typeof sendMessage>('POST', '/api/admin/cohorts/:id/messages', { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(id) }),
    // The participants may have changed.
    onError: () => client.invalidateQueries({ queryKey: ['admin', 'cohorts'] }),
  })
}
