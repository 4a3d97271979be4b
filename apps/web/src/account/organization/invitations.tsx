import { useMutation } from '@tanstack/react-query'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { answerInvitation, useRefresh } from './organization-api.ts'

interface Invitation {
  organizationId: string
  name: string
}

/** The customer's invitations to manage an organization. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const refresh = useRefresh()
  const answer = useMutation({
    mutationFn: ({ invitation, accept }: { invitation: Invitation; accept: boolean }) =>
      answerInvitation(invitation.organizationId, accept),
    onSuccess: (_, { invitation, accept }) =>
      notify.success(accept ? `You now manage ${invitation.name}.` : 'Declined.'),
    onError: (failure) => notify.error(saidByServer(failure) ?? 'That did not work. Please try again.'),
    onSettled: refresh,
  })
  return invitations.map((invitation) => (
    <Notice
      key={invitation.organizationId}
      tone="info"
      title={`${invitation.name} has invited you to manage its seats`}
      actions={
        <>
          <Button
            size="small"
            busy={answer.isPending}
            onClick={() => answer.mutate({ invitation, accept: true })}
          >
            Accept
          </Button>
          <Button
            size="small"
            variant="secondary"
            disabled={answer.isPending}
            onClick={() => answer.mutate({ invitation, accept: false })}
          >
            Decline
          </Button>
        </>
      }
    >
      <p>
        As a manager, you invite people to seats, see who takes part, and see the organization’s orders and
        documents.
      </p>
    </Notice>
  ))
}
