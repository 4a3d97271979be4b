import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { answerInvitation, myOrganizations } from '#modules/identity/organizations/contract.ts'
import type { organizationSeats } from '#modules/leadership/cohorts/seats/contract.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { useAuth } from '../../lib/auth.ts'
import { notify } from '../../lib/notify.ts'
import { VendorPapers } from '../../shop/company/vendor-papers.tsx'
import { Setback } from '../../shop/enrollment/setback.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { ManagersPanel } from './managers-panel.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import styles from './organization.module.css'
import { type ManagedOrganization, ofOrders, ofOrganizations } from './organizations.ts'
import { QuotesPanel } from './quotes-panel.tsx'
import { ReportPanel } from './report-panel.tsx'
import { SeatGroup } from './seat-group.tsx'

/** The page for the managers of an organization: its seats, orders, quotes, details and managers. */
export function Page() {
  const { status } = useAuth()
  return (
    <Frame title="Your organization">
      {status === 'guest' ? (
        <Setback
          kind="locked"
          heading="Sign in to see your organization"
          actions={<ButtonLink to="/login?returnTo=%2Forganization">Sign in</ButtonLink>}
        >
          <p>Only managers of an organization can see its seats, people and orders.</p>
        </Setback>
      ) : (
        <Own signedIn={status === 'customer'} />
      )}
    </Frame>
  )
}

function Own({ signedIn }: { signedIn: boolean }) {
  const [query, setQuery] = useSearchParams()
  const mine = useAnswer<typeof myOrganizations>(
    '/api/organizations/mine',
    {},
    { ...ofOrders, enabled: signedIn },
  )
  if (mine.isLoadingError)
    return <NotLoaded what="Your organization" busy={mine.isFetching} retry={() => void mine.refetch()} />
  if (!mine.data) return <Waiting />
  const { organizations, invitations } = mine.data
  const shown = organizations.find(({ id }) => id === query.get('id')) ?? organizations[0]
  return (
    <div className={styles.page}>
      <Invitations invitations={invitations} />
      {shown === undefined ? (
        <>
          <Setback
            kind="waiting"
            heading="You do not manage an organization yet"
            actions={<ButtonLink to="/certification/program-details">See the program</ButtonLink>}
          >
            <p>
              If you buy seats for a team, you assign them here. A manager of an organization can also invite
              you to manage it.
            </p>
          </Setback>
          <QuotesPanel shown={null} managed={[]} />
        </>
      ) : (
        <>
          <header className={styles.head}>
            <h1>{shown.name}</h1>
            {organizations.length > 1 ? (
              <Select
                label="Organization"
                value={shown.id}
                onChange={(event) => setQuery({ id: event.target.value }, { replace: true })}
              >
                {organizations.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            ) : null}
          </header>
          <Seats key={shown.id} organization={shown} />
          <ReportPanel organizationId={shown.id} />
          <OrdersPanel organizationId={shown.id} />
          <QuotesPanel shown={shown.id} managed={organizations.map(({ id }) => id)} />
          <VendorPapers />
          <DetailsPanel key={`details-${shown.id}`} organization={shown} />
          <ManagersPanel organization={shown} />
        </>
      )}
    </div>
  )
}

function Seats({ organization }: { organization: ManagedOrganization }) {
  const heading = useId()
  const query = useAnswer<typeof organizationSeats>(
    '/api/organizations/:id/seats',
    { params: { id: organization.id } },
    { ...ofOrders, onFocus: true },
  )
  const { seats = [] } = query.data ?? {}
  const orders = [...new Set(seats.map(({ orderId }) => orderId))]
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>Seats</h2>
      {query.isLoadingError ? (
        <NotLoaded what="The seats" busy={query.isFetching} retry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? (
        <div aria-busy="true">
          <span className="visually-hidden" role="status">
            Loading seats...
          </span>
          <Skeleton shape="block" />
        </div>
      ) : null}
      {query.data && seats.length === 0 ? (
        <p className={styles.note}>
          There are no seats yet. They appear here once they are ordered, and you can invite people once the
          order is paid.
        </p>
      ) : null}
      {orders.map((orderId) => (
        <SeatGroup
          key={orderId}
          organizationId={organization.id}
          orderId={orderId}
          seats={seats.filter((seat) => seat.orderId === orderId)}
        />
      ))}
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles.page} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading your organization...
      </span>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </div>
  )
}

interface Invitation {
  organizationId: string
  name: string
}

/** The customer's invitations to manage an organization. */
function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
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
