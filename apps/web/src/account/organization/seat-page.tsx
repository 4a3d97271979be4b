import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { reportConsentText } from '#modules/leadership/cohorts/domain/report-consent.ts'
import type {
  claimSeat as ClaimSeat,
  seatInvitation as SeatInvitation,
} from '#modules/leadership/cohorts/seats/contract.ts'
import { useAuth, useSignOut } from '../../lib/auth.ts'
import { type AnswerOf, ApiFailure, call } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { ordersKey } from '../../lib/orders.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Card, Notice, Skeleton } from '../../ui/surface.tsx'
import styles from './organization.module.css'

type Invitation = AnswerOf<typeof SeatInvitation>['invitation']

/** The page that an invitation links to. Opening it changes nothing; its button claims the seat. */
export function Page() {
  // The token grants the seat: it is removed from the address at once and kept in the tab's history entry.
  const [token] = useState(() => window.location.search.slice(1) || tokenFromHistory())
  useEffect(() => {
    if (window.location.search !== '')
      window.history.replaceState({ ...window.history.state, seat: token }, '', window.location.pathname)
  }, [token])
  const client = useQueryClient()
  const { status, user } = useAuth()
  const invitation = useQuery({
    queryKey: [...ordersKey, 'seat', token, user?.email],
    queryFn: async () =>
      (await call<typeof SeatInvitation>('POST', '/api/seats/invitation', { body: { token } })).invitation,
    enabled: status !== 'loading',
    retry: (count, failure) => count < 2 && !(failure instanceof ApiFailure && failure.status === 404),
  })
  const claim = useMutation({
    mutationFn: (sharesReport: boolean) =>
      call<typeof ClaimSeat>('POST', '/api/seats/claim', { body: { token, sharesReport } }),
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  const known = invitation.data
  const failure = claim.error ?? invitation.error
  return (
    <Frame title="Your seat">
      <Card as="section" className={styles.claim} aria-labelledby="seat-heading">
        <h1 id="seat-heading">{known ? headingOf(known) : 'Your seat'}</h1>
        {failure ? (
          <Notice tone="bad" announce title="This did not work">
            <p>{saidByServer(failure) ?? 'Please check your connection and try again.'}</p>
          </Notice>
        ) : null}
        {invitation.isPending ? <Skeleton shape="short" /> : null}
        {invitation.isLoadingError &&
        !(invitation.error instanceof ApiFailure && invitation.error.status === 404) ? (
          <div>
            <Button
              variant="secondary"
              busy={invitation.isFetching}
              onClick={() => void invitation.refetch()}
            >
              Try again
            </Button>
          </div>
        ) : null}
        {known ? (
          <>
            {known.startsOn === null || (known.state === 'claimed' && !known.isMine) ? null : (
              <p>The cohort starts on {dayInWords(known.startsOn)}.</p>
            )}
            <NextStep
              invitation={known}
              email={user?.email}
              token={token}
              busy={claim.isPending}
              claim={claim.mutate}
            />
          </>
        ) : null}
      </Card>
    </Frame>
  )
}

/** The token after a reload: the address no longer has it, the history entry has. */
function tokenFromHistory(): string {
  const { seat } = (window.history.state ?? {}) as { seat?: unknown }
  return typeof seat === 'string' ? seat : ''
}

function headingOf({ state, isMine, organization }: Invitation): string {
  if (state === 'claimed') return isMine ? 'This seat is yours' : 'This seat has been claimed'
  return organization === '' ? 'A seat in the program is yours' : `${organization} has a seat for you`
}

interface NextStepProps {
  invitation: Invitation
  /** Of the signed-in account. */
  email: string | undefined
  token: string
  busy: boolean
  claim: (sharesReport: boolean) => void
}

/** The next step for the visitor, depending on the signed-in account. */
function NextStep({ invitation, email, token, busy, claim }: NextStepProps) {
  const signOut = useSignOut()
  const [shares, setShares] = useState(false)
  const back = encodeURIComponent(`/seat?${token}`)
  const { state, isMine, usable } = invitation
  if (state === 'claimed' && isMine)
    return (
      <div className={styles.actions}>
        <ButtonLink to="/program">Open your program</ButtonLink>
      </div>
    )
  if (state === 'claimed')
    return (
      <>
        <p>If you claimed it, sign in with the address that was invited.</p>
        {email === undefined ? <ButtonLink to={`/login?returnTo=${back}`}>Sign in</ButtonLink> : null}
      </>
    )
  if (!usable)
    return <p>The order of this seat is not paid yet. Please come back later: your invitation stays valid.</p>
  if (email === undefined)
    return (
      <>
        <p>
          It is for <strong>{invitation.email}</strong>. Create an account with this address, or sign in. You
          then return here to claim the seat.
        </p>
        <div className={styles.actions}>
          <ButtonLink to={`/signup?returnTo=${back}`}>Create an account</ButtonLink>
          <ButtonLink to={`/login?returnTo=${back}`} variant="secondary">
            Sign in
          </ButtonLink>
        </div>
      </>
    )
  if (email !== invitation.email)
    return (
      <>
        <p>
          It is for <strong>{invitation.email}</strong>, and you are signed in as <strong>{email}</strong>.
          Sign out, then open the link of your invitation again.
        </p>
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
      </>
    )
  return (
    <>
      <p>
        Once you claim the seat, your organization sees your name and your date. What you hand in stays
        between you and your coach.
      </p>
      <Checkbox
        label={reportConsentText(invitation.organization)}
        help="As you like: the seat is yours either way, and you can change this on your program page."
        checked={shares}
        onChange={(event) => setShares(event.target.checked)}
      />
      <div className={styles.actions}>
        <Button size="large" busy={busy} busyText="Claiming..." onClick={() => claim(shares)}>
          Claim your seat
        </Button>
      </div>
    </>
  )
}
