import { type FormEvent, useId, useState } from 'react'
import { assignmentsNeeded, finalAccount } from '#modules/leadership/cohorts/domain/cohort-record.ts'
import type { changeMyCertificate, myCertificate } from '#modules/leadership/credentials/contract.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { useFocusBack } from '../../lib/focus-back.ts'
import { notify } from '../../lib/notify.ts'
import { programPath } from '../../lib/orders.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Badge, Card, Notice, Skeleton } from '../../ui/surface.tsx'
import { AwardedCertificate } from './awarded-certificate.tsx'
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

/** The name for the certificate; the participant can change it until the award. */
function CertificateName({ orderId, name }: { orderId: string; name: string }) {
  const change = useAction<typeof changeMyCertificate>('PUT', '/api/program/:orderId/certificate', [
    programPath,
  ])
  const [open, setOpen] = useState(false)
  const opener = useFocusBack(open)
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<{ text: string }>()
  const form = useRefusedFocus(problem)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    try {
      await change.mutateAsync({ params: { orderId }, body: { name: typed.trim() } })
      setOpen(false)
      notify.success('The name is saved.')
    } catch (failure) {
      const { name: refused } = problemsByInput(failure, () => 'name')
      setProblem({ text: refused ?? saidByServer(failure) ?? 'Not saved. Please try again.' })
    }
  }

  if (!open)
    return (
      <div className={styles.assignmentHead}>
        <p>
          Name on the certificate: <strong dir="auto">{name}</strong>
        </p>
        <Button
          ref={opener}
          size="small"
          variant="secondary"
          aria-label="Change the name on the certificate"
          onClick={() => {
            setTyped(name)
            setProblem(undefined)
            setOpen(true)
          }}
        >
          Change
        </Button>
      </div>
    )
  return (
    <form ref={form} className={styles.handIn} noValidate onSubmit={(event) => void save(event)}>
      <Field
        label="Name on the certificate"
        required
        autoFocus
        autoComplete="name"
        maxLength={80}
        dir="auto"
        help="As you would sign it. You can change it until the certificate is awarded."
        value={typed}
        error={problem?.text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" busy={change.isPending} busyText="Saving...">
          Save name
        </Button>
        <Button size="small" variant="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
