import { useMutation } from '@tanstack/react-query'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { answerInvitation, useRefresh } from './organization-api.ts'

interface Asked {
  organizationId: string
  name: string
}

/** Organizations that ask the visitor to manage them. */
export function Invitations({ invitations }: { invitations: readonly Asked[] }) {
  const refresh = useRefresh()
  const answer = useMutation({
    mutationFn: ({ asked, accept }: { asked: Asked; accept: boolean }) =>
      answerInvitation(asked.organizationId, accept),
    onSuccess: (_, { asked, accept }) =>
      notify.success(accept ? `You manage ${asked.name} now.` : 'Declined.'),
    onError: (failure) => notify.error(saidByServer(failure) ?? 'That did not work. Please try again.'),
    onSettled: refresh,
  })
  return invitations.map((asked) => (
    <Notice
      key={asked.organizationId}
      tone="info"
      title={`${asked.name} asks you to manage its seats`}
      actions={
        <>
          <Button size="small" busy={answer.isPending} onClick={() => answer.mutate({ asked, accept: true })}>
            Accept
          </Button>
          <Button
            size="small"
            variant="secondary"
            disabled={answer.isPending}
            onClick={() => answer.mutate({ asked, accept: false })}
          >
            Decline
          </Button>
        </>
      }
    >
      <p>You would invite its people, see who takes part, and see its orders and documents.</p>
    </Notice>
  ))
}
