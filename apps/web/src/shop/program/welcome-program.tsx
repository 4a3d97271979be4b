import { Link } from 'react-router-dom'
import { certificationProgramDetails } from '#modules/content/base-template/certification-program-details.ts'
import type { myProgram } from '#modules/leadership/cohorts/contract-participation.ts'
import { useAnswer } from '../../lib/answers.ts'
import { useContent } from '../../lib/content.ts'
import { ordersKey } from '../../lib/orders.ts'
import styles from '../enrollment/enrollment.module.css'
import { ProgramVideo } from './program-video.tsx'
import { IncludedList } from './prospectus.tsx'
import { fieldsOf } from './section.ts'
import { StrataDrawing } from './strata-drawing.tsx'

/** The welcome video, and the list of what the participant now has, with the page on which it is. */
export function WelcomeProgram({ orderId }: { orderId: string }) {
  const { page } = useContent(certificationProgramDetails)
  const programs = useAnswer<typeof myProgram>('/api/program', {}, { area: ordersKey[0], staleTime: 30_000 })
  const program = fieldsOf(page, 'certification-program')
  if (!program) return null
  const { enrollment } = program
  const own = programs.data?.participations.find((each) => each.orderId === orderId)
  // A forum is named only where the cohort has one.
  const lines = enrollment.includes.filter((line) => own?.community || !/\bforum\b/i.test(line))
  return (
    <>
      <section className={styles.section} aria-labelledby="welcome-heading">
        <h2 id="welcome-heading">Welcome</h2>
        <ProgramVideo
          title="Welcome to the program"
          duration="21 seconds"
          video="videos/welcome.webm"
          poster="videos/welcome.webp"
          captions="videos/welcome.vtt"
          drawing={<StrataDrawing />}
        />
      </section>
      <section className={styles.section} aria-labelledby="benefits-heading">
        <h2 id="benefits-heading">What you now have</h2>
        <IncludedList lines={lines} />
        <p>
          All of it is on <Link to={`/program?order=${orderId}`}>your program page</Link>.
        </p>
      </section>
    </>
  )
}
