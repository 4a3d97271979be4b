import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type {
  leaveWaitList as LeaveWaitList,
  waitListEntry as WaitListEntry,
} from '#modules/leadership/cohorts/contract-wait.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { type AnswerOf, ApiFailure, call } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { timeOrDate } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Card, Notice, Skeleton } from '../../ui/surface.tsx'
import { keepDate } from './dates.ts'
import styles from './wait-page.module.css'

const toDates = (
  <ButtonLink to="/certification/program-details" variant="secondary">
    See the dates
  </ButtonLink>
)

type Entry = AnswerOf<typeof WaitListEntry>['entry']

/** The page that the mails of a wait list link to. Opening it changes nothing; only its buttons do. */
export function Page() {
  // The token gives access to the entry: it is moved from the address to the history state, which survives a reload.
  const [token] = useState(() => window.location.search.slice(1))
  useEffect(() => {
    if (token !== '')
      window.history.replaceState({ ...window.history.state, wait: token }, '', window.location.pathname)
  }, [token])
  const entryToken = token !== '' ? token : tokenInHistory()
  const navigate = useNavigate()
  const hasLink = entryToken !== ''
  const entry = useQuery({
    enabled: hasLink,
    queryKey: ['wait-list', entryToken],
    queryFn: async () =>
      (await call<typeof WaitListEntry>('POST', '/api/wait-list/entry', { body: { token: entryToken } }))
        .entry,
    retry: (count, failure) => count < 2 && !(failure instanceof ApiFailure && failure.status === 404),
  })
  const leave = useMutation({
    mutationFn: () =>
      call<typeof LeaveWaitList>('POST', '/api/wait-list/leave', { body: { token: entryToken } }),
    onSuccess: () => entry.refetch(),
  })
  const take = ({ cohortId }: Entry): void => {
    keepDate(cohortId, true, entryToken)
    navigate('/payment')
  }
  const failure = entry.error ?? leave.error
  return (
    <Frame title="Wait list">
      <Card as="section" className={styles.entry} aria-labelledby="wait-heading">
        <h1 id="wait-heading">{entry.data ? headingOf(entry.data) : 'Wait list'}</h1>
        {failure ? (
          <Notice tone="bad" announce title="Something went wrong">
            <p>{saidByServer(failure) ?? 'Please check your connection and try again.'}</p>
          </Notice>
        ) : null}
        {hasLink ? null : (
          <>
            <p>To see your place, open this page from the link in our email about the wait list.</p>
            <div className={styles.actions}>{toDates}</div>
          </>
        )}
        {entry.isPending && hasLink ? <Skeleton shape="short" /> : null}
        {entry.isLoadingError ? <div className={styles.actions}>{toDates}</div> : null}
        {entry.data ? (
          <>
            <p>{sentence(entry.data)}</p>
            <div className={styles.actions}>
              {entry.data.standing === 'offered' ? (
                <Button size="large" onClick={() => take(entry.data)}>
                  Take this place
                </Button>
              ) : null}
              {entry.data.standing === 'offered' || entry.data.standing === 'waiting' ? (
                <Button variant="secondary" busy={leave.isPending} onClick={() => leave.mutate()}>
                  {entry.data.standing === 'offered' ? 'Decline this place' : 'Leave the wait list'}
                </Button>
              ) : null}
              {entry.data.standing === 'offered' ? null : toDates}
            </div>
          </>
        ) : null}
      </Card>
    </Frame>
  )
}

/** The token in the history state, after a reload. */
function tokenInHistory(): string {
  const { wait } = (window.history.state ?? {}) as { wait?: unknown }
  return typeof wait === 'string' ? wait : ''
}

const heading: Record<Entry['standing'], string> = {
  waiting: 'You are on the wait list',
  offered: 'A place is kept for you',
  taken: 'You took the place',
  expired: 'The time to take this place has passed',
  left: 'You are not on the wait list',
  cancelled: 'This cohort has been cancelled',
}

/** Whether the entry still waits after the cohort's first day, when no place is offered any more. */
const isTooLate = ({ standing, begun }: Entry): boolean => standing === 'waiting' && begun

const headingOf = (entry: Entry): string =>
  isTooLate(entry) ? 'This cohort has begun' : heading[entry.standing]

function sentence(entry: Entry): string {
  const { standing, startsOn, offeredUntil } = entry
  const start = dayInWords(startsOn)
  if (isTooLate(entry))
    return `The cohort started on ${start}, and no place became free for you. You can join the wait list of another date on the program page.`
  switch (standing) {
    case 'waiting':
      return `The cohort that starts on ${start} is full. When a place becomes free and you are next, we keep it for you and email you.`
    case 'offered':
      return `It is in the cohort that starts on ${start}, and kept for you until ${offeredUntil === null ? 'its first day' : timeOrDate(offeredUntil)}. The next step is the payment, for which you sign in or create an account.`
    case 'taken':
      return `The place in the cohort that starts on ${start} went to your order. It is yours once the payment has arrived; your profile shows its status.`
    case 'expired':
      return `The place in the cohort that starts on ${start} went to the next person. You can join the wait list again on the program page.`
    case 'left':
      return `You have left the wait list for the cohort that starts on ${start}. You can join again on the program page.`
    case 'cancelled':
      return `The cohort that was to start on ${start} has been cancelled, and its wait list is closed.`
  }
}
