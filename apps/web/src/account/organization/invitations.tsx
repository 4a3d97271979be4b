import type { answerInvitation } from '#modules/identity/organizations/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { ofOrganizations } from './organizations.ts'

interface Invitation {
  organizationId: string
  name: string
}

/** The customer's invitations to manage an organization. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const answer = useAction<typeof answerInvitation>(
    'POST',
    '/api/organizations/:id/invitation',
    ofOrganizations,
  )
  async function give({ organizationId, name }: Invitation, accept: boolean): Promise<void> {
    const given = answer.mutateAsync({ params: { id: organizationId }, body: { accept } })
    await attempt(given, () => notify.success(accept ? `You now manage ${name}.` : 'Declined.'))
  }
  return invitations.map((invitation) => (
    <Notice
      key={invitation.organizationId}
      tone="info"
      title={`${invitation.name} has invited you to manage its seats`}
      actions={
        <>
          <Button size="small" busy={answer.isPending} onClick={() => void give(invitation, true)}>
            Accept
          </Button>
          <Button
            size="small"
            variant="secondary"
            disabled={answer.isPending}
            onClick={() => void give(invitation, false)}
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
