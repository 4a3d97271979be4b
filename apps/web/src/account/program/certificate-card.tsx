import { useId } from 'react'
import { assignmentsNeeded, finalAccount } from '#modules/leadership/domain/cohort-record.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Card, Notice, Skeleton } from '../../ui/surface.tsx'
import { AwardedCertificate } from './awarded-certificate.tsx'
import { type Certificate, useCertificate } from './certificate-api.ts'
import { NameOnPaper } from './name-on-paper.tsx'
import styles from './program.module.css'
import type { Participation } from './program-api.ts'

/** The certificate: what it is awarded for and how far that is, then what its holder does with it. */
export function CertificateCard({ program }: { program: Participation }) {
  const heading = useId()
  const certificate = useCertificate(program.orderId)
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        Your certificate
      </h2>
      {certificate.data ? (
        certificate.data.credential ? (
          <AwardedCertificate
            orderId={program.orderId}
            certificate={certificate.data}
            credential={certificate.data.credential}
          />
        ) : (
          <OnTheWay program={program} certificate={certificate.data} />
        )
      ) : certificate.isError ? (
        <Notice
          tone="bad"
          announce
          title="Your certificate could not be loaded"
          actions={
            <Button
              size="small"
              variant="secondary"
              busy={certificate.isFetching}
              onClick={() => void certificate.refetch()}
            >
              Try again
            </Button>
          }
        />
      ) : (
        <Skeleton shape="block" />
      )}
      <p className={styles.note}>
        {program.weeksAttended.length === 0
          ? 'No attendance is recorded yet.'
          : `You were at the labs of ${program.weeksAttended.length} of 12 weeks: ${program.weeksAttended.join(', ')}.`}
      </p>
    </Card>
  )
}

/** Before the award. */
function OnTheWay({ program, certificate }: { program: Participation; certificate: Certificate }) {
  const { missing, name } = certificate
  const weekly = program.assignments.filter(
    ({ state, number }) => state === 'accepted' && number !== finalAccount,
  ).length
  const sessions = program.coaching.windows.length
  const parts = [
    { what: `${weekly} of ${assignmentsNeeded} assignments accepted`, done: missing.assignments === 0 },
    ...(sessions === 0
      ? []
      : [
          {
            what: `${sessions - missing.coaching.length} of ${sessions} coaching sessions past`,
            done: missing.coaching.length === 0,
          },
        ]),
    {
      what: missing.finalAccount ? 'Final account open' : 'Final account accepted',
      done: !missing.finalAccount,
    },
  ]
  return (
    <>
      <p className={styles.note}>
        It is awarded from the last day of your cohort on, for ten of twelve assignments
        {sessions === 0 ? '' : ', all coaching sessions'} and a final account of one change at your work.
      </p>
      <ul className={styles.plain}>
        {parts.map(({ what, done }) => (
          <li key={what}>
            <Badge tone={done ? 'good' : 'info'}>{what}</Badge>
          </li>
        ))}
      </ul>
      {parts.every(({ done }) => done) ? (
        <p>You have done all of it. Your coach looks through it and awards the certificate.</p>
      ) : null}
      <NameOnPaper orderId={program.orderId} name={name} />
    </>
  )
}
