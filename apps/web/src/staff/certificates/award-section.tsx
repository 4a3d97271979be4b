import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { awardCredentials, cohortCredentials } from '#modules/leadership/credentials/contract-staff.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { shortOrderId, utcDate } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import styles from '../cohorts/cohorts.module.css'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { certificateAddress } from '../frame/addresses.ts'
import { mayUse, useStaffMember } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'
import { StateBadge } from './state-badge.tsx'

type Candidate = AnswerOf<typeof cohortCredentials>['participants'][number]

/** The certificates of a cohort: participants who have earned one, who have one, and what the others are missing. */
export function AwardSection({ cohortId }: { cohortId: string }) {
  const found = useAnswer<typeof cohortCredentials>('/api/admin/cohorts/:id/credentials', {
    params: { id: cohortId },
  })
  const award = useAction<typeof awardCredentials>('POST', '/api/admin/credentials', [
    '/api/admin/credentials',
    '/api/admin/cohorts',
  ])
  const mayAward = mayUse(useStaffMember().role, ['editor', 'finance'])
  const [chosen, choose] = useState<Candidate[]>([])
  // The dialog keeps its text while it closes.
  const [confirming, setConfirming] = useState(false)
  if (found.isLoadingError)
    return <Trouble what="The certificates" failure={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <SkeletonLines what="the certificates" />
  const { participants, canSign } = found.data
  if (participants.length === 0) return null
  const ready = participants.filter((each) => each.ready)
  const given = participants.filter(({ credential }) => credential !== null).length

  async function run(): Promise<void> {
    try {
      const { awarded, refused } = await award.mutateAsync({
        body: { orderIds: chosen.map(({ orderId }) => orderId) },
      })
      if (refused.length === 0)
        notify.success(`${certificates(awarded.length)} awarded. Each holder is notified by email.`)
      else notify.error(`${certificates(awarded.length)} awarded. ${refused.map(refusedWords).join(' ')}`)
    } catch (failure) {
      notify.error(saidByServer(failure) ?? 'Not awarded. Please try again: no one gets two.')
    }
  }

  function refusedWords({ orderId, code }: { orderId: string; code: string }): string {
    const who = chosen.filter((each) => each.orderId === orderId).map(nameOf)
    return code === 'NAME_NOT_PRINTABLE'
      ? `Not awarded to ${who}: the certificate cannot show this name. Ask the participant to enter another spelling on the program page.`
      : `Not awarded to ${who}: the records have changed in the meantime.`
  }

  const columns: Column<Candidate>[] = [
    {
      id: 'name',
      label: 'Name',
      namesRow: true,
      value: nameOf,
      cell: (each) => <bdi>{nameOf(each)}</bdi>,
    },
    {
      id: 'standing',
      label: 'Certificate',
      value: (each) => (each.ready ? 0 : each.credential ? 1 : 2),
      cell: (each) => <Standing candidate={each} mayOpen={mayAward} />,
    },
    ...(mayAward && canSign
      ? [
          {
            id: 'award',
            label: 'Award',
            labelHidden: true,
            cell: (each: Candidate) =>
              each.ready ? (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`Award the certificate to ${nameOf(each)}`}
                  onClick={() => {
                    choose([each])
                    setConfirming(true)
                  }}
                >
                  Award
                </Button>
              ) : null,
          },
        ]
      : []),
  ]
  return (
    <section className={styles.roster} aria-labelledby="certificates-heading">
      <h3 id="certificates-heading">Certificates</h3>
      <p className={styles.effect}>
        {ready.length === 0
          ? 'No one is waiting for the award.'
          : `${ready.length} ${ready.length === 1 ? 'has' : 'have'} earned it and ${ready.length === 1 ? 'waits' : 'wait'} for the award.`}{' '}
        {given} of {participants.length} awarded.
      </p>
      {canSign ? null : (
        <Notice tone="warn" title="Nothing can be awarded yet">
          The key that signs certificates is not set. The operator of the site must set CREDENTIAL_KEYS.
        </Notice>
      )}
      <Table
        caption="Certificates"
        columns={columns}
        rows={participants}
        keyOf={({ orderId }) => orderId}
        first={{ column: 'standing', descending: false }}
      />
      {mayAward && canSign && ready.length > 1 ? (
        <div className={styles.actions}>
          <Button
            variant="secondary"
            onClick={() => {
              choose(ready)
              setConfirming(true)
            }}
          >
            Award all {ready.length}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        run={run}
        title={
          chosen.length === 1
            ? `Award the certificate to ${chosen.map(nameOf).join()}?`
            : `Award ${chosen.length} certificates?`
        }
        description={`${chosen.map(nameOf).join(', ')}. ${chosen.length === 1 ? 'The certificate is' : 'Each is'} signed with this name, valid for two years, and announced by email.`}
        verb="Award"
        busyVerb="Awarding..."
      />
    </section>
  )
}

const nameOf = ({ name, orderId }: Candidate): string => name ?? `Buyer of order ${shortOrderId(orderId)}`

const certificates = (count: number): string => (count === 1 ? '1 certificate' : `${count} certificates`)

function Standing({ candidate, mayOpen }: { candidate: Candidate; mayOpen: boolean }) {
  const { ready, credential, name } = candidate
  if (credential)
    return (
      <div className={styles.actions}>
        <StateBadge state={credential.state} />
        {mayOpen && name !== null ? <Link to={certificateAddress(name)}>Open</Link> : null}
      </div>
    )
  if (ready) return <Badge tone="info">Earned</Badge>
  return <p className={styles.effect}>{missingWords(candidate)}</p>
}

/** What a participant is missing for the award. */
export function missingWords({ missing, notBefore, standing }: Candidate): string {
  const { assignments, coaching, finalAccount } = missing
  const parts = [
    ...(assignments > 0 ? [`${assignments} ${assignments === 1 ? 'assignment' : 'assignments'}`] : []),
    ...(coaching.length > 0
      ? [coaching.length === 1 ? `coaching ${coaching[0]}` : `${coaching.length} coachings`]
      : []),
    ...(finalAccount ? ['the final account'] : []),
  ]
  if (parts.length > 0) return `Missing: ${parts.join(', ')}`
  if (standing === 'good' && notBefore !== null)
    return `Nothing is missing. Awarded from the cohort’s last day on, ${utcDate(notBefore)}`
  if (standing === 'good') return 'No place, or the person is erased'
  if (standing === null) return 'The order is not paid'
  return standing === 'disputed' ? 'The payment is disputed' : 'The payment was refunded'
}
