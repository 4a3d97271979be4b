import { Link, useSearchParams } from 'react-router-dom'
import type { myProgram } from '#modules/leadership/cohorts/contract-participation.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useAnswer } from '../../lib/answers.ts'
import { useAuth } from '../../lib/auth.ts'
import { useConfig } from '../../lib/config.ts'
import { placesOf, programPath } from '../../lib/orders.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useOrders } from '../../shop/api.ts'
import { useDates } from '../../shop/cohorts/dates.ts'
import { PlaceInCohort } from '../../shop/cohorts/place-in-cohort.tsx'
import { Setback } from '../../shop/enrollment/setback.tsx'
import { useOrder } from '../../shop/orders/use-order.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Card, Notice, Skeleton } from '../../ui/surface.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { ChangeCard } from './change-card.tsx'
import { CoachingCard } from './coaching-card.tsx'
import { HoursCard } from './hours-card.tsx'
import { NextSession } from './next-session.tsx'
import { ofOrders, type Participation } from './own-program.ts'
import { PeopleCard } from './people-card.tsx'
import styles from './program.module.css'
import { nextSession, ownZone, placeOf } from './session-words.ts'
import { SharingCard } from './sharing-card.tsx'
import { WeekList } from './week-list.tsx'

/** The participant's page: the next session, the twelve weeks, certificate, coaching, people and calendar. */
export function Page() {
  const { status } = useAuth()
  return (
    <Frame title="Your program">
      {status === 'guest' ? <SignIn /> : <Own signedIn={status === 'customer'} />}
    </Frame>
  )
}

function Own({ signedIn }: { signedIn: boolean }) {
  const [query] = useSearchParams()
  const orders = useOrders({ enabled: signedIn })
  const programs = useAnswer<typeof myProgram>(programPath, {}, { ...ofOrders, enabled: signedIn })
  // A failed refetch keeps the page: it may hold a text that is half written.
  if (orders.isLoadingError || programs.isLoadingError) {
    return (
      <Notice
        tone="bad"
        title="Your program could not be loaded"
        announce
        actions={
          <Button
            variant="secondary"
            busy={orders.isFetching || programs.isFetching}
            busyText="Trying..."
            onClick={() => void Promise.all([orders.refetch(), programs.refetch()])}
          >
            Try again
          </Button>
        }
      >
        <p>Check your connection and try again.</p>
      </Notice>
    )
  }
  if (!orders.data || !programs.data) return <Waiting />
  const { participations, seats } = programs.data
  const own = placesOf(orders.data, seats)
  if (own.length === 0) return <NotEnrolled />
  const withPlace = participations.find(({ orderId, holdsPlace }) => holdsPlace && own.includes(orderId))
  const orderId = own.find((id) => id === query.get('order')) ?? withPlace?.orderId ?? own[0] ?? ''
  const program = participations.find((each) => each.orderId === orderId)
  const seat = seats.find(({ id }) => id === orderId)
  return (
    <>
      {program?.holdsPlace ? (
        <Program program={program} />
      ) : seat ? (
        <SeatWithoutDate organization={seat.organization} />
      ) : (
        <WithoutPlace orderId={orderId} />
      )}
      {own.length > 1 ? (
        <nav aria-label="Your enrollments" className={styles.others}>
          <p>You have more than one enrollment:</p>
          <ul className={styles.plain}>
            {own.map((id) => (
              <li key={id}>
                <Link to={`/program?order=${id}`} aria-current={id === orderId ? 'page' : undefined}>
                  {nameOf(participations.find((each) => each.orderId === id))}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </>
  )
}

const nameOf = (program: Participation | undefined): string =>
  program?.holdsPlace ? `Cohort of ${dayInWords(program.cohort.startsOn)}` : 'Enrollment without a date'

function Program({ program }: { program: Participation }) {
  const zone = ownZone()
  const { coach, community } = program
  const { startsOn, endsOn, timeZone } = program.cohort
  // After the last lab the certificate comes first.
  const isOver = nextSession(program.sessions, serverNow()) === undefined
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Your program</h1>
        <p>
          Your cohort runs from {dayInWords(startsOn)} to {dayInWords(endsOn)}.
          {coach === '' ? null : (
            <>
              {' '}
              Your coach is <bdi>{coach}</bdi>.
            </>
          )}
        </p>
        {community === null ? null : (
          <p>
            Questions between sessions:{' '}
            <a href={community} target="_blank" rel="noreferrer">
              the forum of your cohort
            </a>
            .
          </p>
        )}
        <p className={styles.note}>
          All times are in your time zone, <strong>{zone}</strong>
          {zone === timeZone ? '.' : `. The cohort follows the time zone of ${placeOf(timeZone)}.`}
        </p>
      </header>
      <NextSession program={program} zone={zone} />
      {isOver ? <CertificateCard program={program} /> : null}
      <div className={styles.columns}>
        <WeekList program={program} zone={zone} />
        <div className={styles.side}>
          {isOver ? null : <CertificateCard program={program} />}
          <CoachingCard program={program} zone={zone} />
          <HoursCard program={program} />
          <PeopleCard program={program} />
          <SharingCard program={program} />
          <ChangeCard program={program} />
          <CalendarCard program={program} />
          <p className={styles.note}>
            {program.organization === null ? (
              <>
                Your invoice, receipt and order are on{' '}
                <Link to={`/certification/enrollment/${program.orderId}`}>the page of your enrollment</Link>.
              </>
            ) : (
              `Your seat was bought by ${program.organization || 'your organization'}.`
            )}
          </p>
        </div>
      </div>
    </div>
  )
}

/** A paid order without a place in a cohort: the choice of a date, as on the enrollment's page. */
function WithoutPlace({ orderId }: { orderId: string }) {
  const order = useOrder(orderId, true)
  const dates = useDates()
  const { supportEmail } = useConfig()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Your program</h1>
        <p>Your enrollment is paid. Your sessions appear here once you have a date.</p>
      </header>
      {order.data ? <PlaceInCohort order={order.data} /> : <Skeleton shape="block" />}
      {order.data?.cohort === null && dates.length === 0 ? (
        <Card as="section" aria-labelledby="waiting-heading">
          <h2 id="waiting-heading">The next date is not set yet</h2>
          <p>We email you as soon as a date opens. You then choose it on this page.</p>
          <p>
            Questions? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        </Card>
      ) : null}
      <p className={styles.note}>
        Your invoice, receipt and order are on{' '}
        <Link to={`/certification/enrollment/${orderId}`}>the page of your enrollment</Link>.
      </p>
    </div>
  )
}

/** A claimed seat whose organization has not chosen a date yet, or has to choose another. */
function SeatWithoutDate({ organization }: { organization: string }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Your program</h1>
        <p>
          Your seat was bought by {organization || 'your organization'}, and has no date yet. Once your
          organization chooses one, your sessions appear here.
        </p>
      </header>
    </div>
  )
}

function NotEnrolled() {
  return (
    <Setback
      kind="waiting"
      heading="You are not enrolled yet"
      actions={
        <>
          <ButtonLink to="/certification/program-details">See the program</ButtonLink>
          <ButtonLink to="/profile" variant="secondary">
            Your orders
          </ButtonLink>
        </>
      }
    >
      <p>Once your payment is complete, your cohort, its sessions and your material appear here.</p>
    </Setback>
  )
}

function SignIn() {
  return (
    <Setback
      kind="locked"
      heading="Sign in to see your program"
      actions={<ButtonLink to="/login?returnTo=%2Fprogram">Sign in</ButtonLink>}
    >
      <p>Only you can see your sessions, links and material. After signing in, you return here.</p>
    </Setback>
  )
}

function Waiting() {
  return (
    <div className={styles.page} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading your program...
      </span>
      <div className={styles.head}>
        <Skeleton shape="title" />
        <Skeleton shape="short" />
      </div>
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
  )
}
