import { useId } from 'react'
import { assignmentsNeeded, finalAccount } from '#modules/leadership/cohorts/domain/cohort-record.ts'
import type { myCertificate } from '#modules/leadership/credentials/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Card, Notice, Skeleton } from '../../ui/surface.tsx'
import { AwardedCertificate } from './awarded-certificate.tsx'
import { CertificateName } from './certificate-name.tsx'
import { type Certificate, ofOrders, type Participation } from './own-program.ts'
import styles from './program.module.css'

/** The certificate: its requirements and their progress before the award, the certificate itself after it. */
export function CertificateCard({ program }: { program: Participation }) {
  const heading = useId()
  const certificate = useAnswer<typeof myCertificate>(
    '/api/program/:orderId/certificate',
    { params: { orderId: program.orderId } },
    ofOrders,
  )
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
            hours={program.hours.address}
          />
        ) : (
          <CertificateProgress program={program} certificate={certificate.data} />
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
          : `You attended labs in ${program.weeksAttended.length} of 12 weeks: ${program.weeksAttended.join(', ')}.`}
      </p>
    </Card>
  )
}

/** The requirements and their progress, before the award. */
function CertificateProgress({ program, certificate }: { program: Participation; certificate: Certificate }) {
  const { missing, name } = certificate
  const weekly = program.assignments.filter(
    ({ state, number }) => state === 'accepted' && number !== finalAccount,
  ).length
  const sessions = program.coaching.windows.length
  const parts = [
    { label: `${weekly} of ${assignmentsNeeded} assignments accepted`, done: missing.assignments === 0 },
    ...(sessions === 0
      ? []
      : [
          {
            label: `${sessions - missing.coaching.length} of ${sessions} coaching sessions completed`,
            done: missing.coaching.length === 0,
          },
        ]),
    {
      label: missing.finalAccount ? 'Final account not accepted yet' : 'Final account accepted',
      done: !missing.finalAccount,
    },
  ]
  return (
    <>
      <p className={styles.note}>
        It is awarded from the last day of your cohort on, for ten of twelve accepted assignments
        {sessions === 0 ? '' : ', all coaching sessions'} and a final account of one change at your work.
      </p>
      <ul className={styles.plain}>
        {parts.map(({ label, done }) => (
          <li key={label}>
            <Badge tone={done ? 'good' : 'info'}>{label}</Badge>
          </li>
        ))}
      </ul>
      {parts.every(({ done }) => done) ? (
        <p>You have met every requirement. Your coach reviews your work and awards the certificate.</p>
      ) : null}
      <CertificateName orderId={program.orderId} name={name} />
    </>
  )
}
