import { certificationProgramDetails } from '#modules/content/base-template/certification-program-details.ts'
import { useContent } from '../../lib/content.ts'
import styles from '../enrollment/enrollment.module.css'
import { ProgramVideo } from './program-video.tsx'
import { IncludedList } from './prospectus.tsx'
import { fieldsOf } from './section.ts'
import { StrataDrawing } from './strata-drawing.tsx'

/** The welcome video, and the list of what the participant now has. */
export function WelcomeProgram() {
  const { page } = useContent(certificationProgramDetails)
  const program = fieldsOf(page, 'certification-program')
  if (!program) return null
  const { enrollment } = program
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
        <IncludedList lines={enrollment.includes} />
      </section>
    </>
  )
}
