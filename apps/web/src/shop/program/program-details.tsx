import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { certificationProgramDetails } from '#modules/content/base-template/certification-program-details.ts'
import type { Fields } from '#modules/content/contract.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useHydrating } from '../../first-load/hydrating.ts'
import { useConfig } from '../../lib/config.ts'
import { useContent } from '../../lib/content.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { money } from '../../lib/format.ts'
import { useOwnPlace, useParticipation } from '../../lib/orders.ts'
import { usePeople } from '../../lib/people.ts'
import { keys, session } from '../../lib/storage.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Container } from '../../ui/page.tsx'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import { type Product, useProgram } from '../api.ts'
import { placesWords } from '../cohorts/date-choice.tsx'
import { keepShownDate, useChosenDate, useDates } from '../cohorts/dates.ts'
import { type Enrollment, useEnrollment } from '../enrollment/use-enrollment.ts'
import { useSkippedSteps } from './certification-profile.ts'
import { EnrollBar, EnrolledNote } from './enroll-bar.tsx'
import { EnrolledDialog } from './enrolled-dialog.tsx'
import { FactsCard } from './facts-card.tsx'
import { Guarantee } from './guarantee.tsx'
import { OrganizationNote } from './organization-note.tsx'
import styles from './program-details.module.css'
import {
  EnrollProblem,
  type EnrollProblemProps,
  enrollProblemId,
  ProgramMissing,
  ProgramWaiting,
} from './program-states.tsx'
import { Prospectus, prospectusSections } from './prospectus.tsx'
import { SeatPrices } from './seat-prices.tsx'
import { fieldsOf } from './section.ts'
import { Words, words } from './text.tsx'
import { useTints } from './tint.ts'

const defaults = fieldsOf(certificationProgramDetails, 'certification-program')?.colors ?? {}

/** `2027-02-22` as "Starts Feb 22". */
const shortDay = (day: string): string =>
  `Starts ${new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })}`

/** The program page: the prospectus of the certification, and the Enroll buttons. */
export function Page() {
  const { page, loading } = useContent(certificationProgramDetails)
  const product = useProgram()
  // A server-rendered page is never replaced by an error page.
  const [painted] = useState(useHydrating())
  // At this level, so that a click that waits for the product gets an answer if the product cannot be loaded.
  const enrollment = useEnrollment(product.data, product.isPending)
  const program = fieldsOf(page, 'certification-program')
  useDocumentTitle(page.title)
  useEffect(() => session.set(keys.certificationStep, '2'), [])
  if (loading) return <ProgramWaiting />
  if (!program || words(program.title) === '') {
    return (
      <ProgramMissing heading="Content Not Available" text="The program's description could not be found." />
    )
  }
  const retry = (): void => void product.refetch()
  if (product.isError && !painted) {
    return (
      <ProgramMissing
        heading="Certification Program Unavailable"
        text={product.error.message}
        onRetry={retry}
        retrying={product.isFetching}
      />
    )
  }
  return (
    <ProgramPage
      program={program}
      product={product.data}
      enrollment={enrollment}
      {...(product.isError && {
        problem: { text: product.error.message, onRetry: retry, retrying: product.isFetching },
      })}
    />
  )
}

interface ProgramPageProps {
  program: Fields<'certification-program'>
  product: Product | undefined
  enrollment: Enrollment
  /** Why enrolling is not possible now. */
  problem?: EnrollProblemProps
}

function ProgramPage({ program, product, enrollment, problem }: ProgramPageProps) {
  const root = useRef<HTMLDivElement>(null)
  const skipped = useSkippedSteps()
  const own = useOwnPlace()
  const ownCohort = useParticipation(own)
  const price = product ? money(product.price, product.currency) : program.enrollment.price
  const dates = useDates()
  const [chosen, choose] = useChosenDate(dates)
  const chosenDate = dates.find(({ id }) => id === chosen)
  const nextCohort = useConfig().nextCohort || program.nextCohort
  const startsOn = ownCohort?.cohort.startsOn ?? chosenDate?.startsOn
  const start = startsOn ? dayInWords(startsOn) : nextCohort
  const coachingWeeks = ownCohort?.coaching.windows.map(({ week }) => week) ?? chosenDate?.coachingWeeks
  const label = words(program.ctaSection.buttonText) || 'Enroll Now'
  const { primary, accent } = program.colors
  useTints(
    root,
    { '--p-primary': primary, '--p-accent': accent },
    { '--p-primary': defaults.primary, '--p-accent': defaults.accent },
  )

  const enroll = (looks: ButtonProps, text = label) => (
    <Button
      {...looks}
      busy={enrollment.busy}
      busyText="One moment..."
      disabled={problem !== undefined}
      aria-describedby={problem && enrollProblemId}
      onClick={() => {
        keepShownDate(chosen)
        enrollment.enroll()
      }}
    >
      {text}
    </Button>
  )

  const taught = (usePeople()?.people.length ?? 0) > 0
  const shown: Partial<Record<string, boolean>> = {
    people: taught,
    lab: (program.labSection?.parts.length ?? 0) > 0,
    sample: Boolean(program.sampleLab?.recording),
    voices: program.testimonials.length > 0 || program.outcome !== undefined,
  }
  const anchors = prospectusSections.filter(([id]) => shown[id] !== false)

  return (
    <div ref={root} className={styles.page}>
      <Container>
        {own ? null : (
          <ProgressTracker
            current={2}
            skipped={skipped}
            {...(program.trackerLabels && { labels: program.trackerLabels })}
          />
        )}
        <div className={styles.columns}>
          <div className={styles.side}>
            {own ? (
              <EnrolledNote
                id={own}
                place={ownCohort}
                again={enroll({ variant: 'quiet', size: 'small' }, 'Enroll again')}
              />
            ) : (
              <>
                <FactsCard
                  program={program}
                  price={price}
                  start={start}
                  action={enroll({ wide: true })}
                  choice={{
                    dates,
                    chosen,
                    onChoose: choose,
                    waitList: true,
                    full: 'All dates are full. If you enroll now, you can choose from the next dates, which we announce by email.',
                  }}
                />
                <OrganizationNote />
                <div className={styles.team}>
                  <p>
                    Buying for a team? <Link to="/organization/buy">See the price for your seats</Link>
                  </p>
                  <SeatPrices product={product} />
                  <p>
                    <Link to="/certification/letter">A letter to your employer</Link>
                  </p>
                </div>
              </>
            )}
            <nav className={styles.anchors} aria-label="On this page">
              {anchors.map(([id, name]) => (
                <a key={id} href={`#${id}`}>
                  {name}
                </a>
              ))}
            </nav>
          </div>
          <div className={styles.reading}>
            <header className={styles.hero}>
              <h1>
                <Words text={program.title} />
              </h1>
              <p className={styles.subtitle}>
                <Words text={program.subtitle} />
              </p>
              <p className={styles.description}>
                <Words text={program.description} />
              </p>
              {problem ? <EnrollProblem {...problem} /> : null}
            </header>
            <Prospectus
              program={program}
              price={price}
              coachingWeeks={coachingWeeks}
              start={words(start)}
              action={own ? null : enroll({})}
            />
          </div>
        </div>
      </Container>
      {own ? null : (
        <>
          <section className={styles.band} aria-labelledby="start-heading">
            <Container>
              <div className={styles.call}>
                <h2 id="start-heading">
                  <Words text={program.ctaSection.title} />
                </h2>
                <p>
                  <Words text={program.ctaSection.subtitle} />
                </p>
                {enroll({ size: 'large', className: styles.onBand ?? '' })}
                <Guarantee />
              </div>
            </Container>
          </section>
          <EnrollBar
            price={price}
            note={
              problem
                ? 'Enrollment unavailable'
                : chosenDate
                  ? `${shortDay(chosenDate.startsOn)}, ${placesWords(chosenDate.placesLeft)}`
                  : 'One-time payment'
            }
            action={enroll({})}
          />
        </>
      )}
      <EnrolledDialog order={enrollment.owned} onAgain={enrollment.again} onClose={enrollment.dismiss} />
    </div>
  )
}
