import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Fields } from '#modules/content/contract.ts'
import { keyed } from '../../lib/keyed.ts'
import { usePeople } from '../../lib/people.ts'
import { PeopleList, RoleAndLink } from '../../site/people/people-list.tsx'
import { Portrait } from '../../site/people/portrait.tsx'
import { Accordion } from '../../ui/accordion.tsx'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Guarantee } from './guarantee.tsx'
import { LiveLab, SampleLab } from './live-lab.tsx'
import { ProgramVideo } from './program-video.tsx'
import styles from './prospectus.module.css'
import { StrataDrawing } from './strata-drawing.tsx'
import { Syllabus } from './syllabus.tsx'
import { Words, words } from './text.tsx'

/** The sections of the prospectus, in order, with their ids. */
export const prospectusSections = [
  ['overview', 'Overview'],
  ['syllabus', 'Syllabus'],
  ['lab', 'A live lab'],
  ['sample', 'A sample'],
  ['film', 'Video'],
  ['benefits', 'Benefits'],
  ['people', 'People'],
  ['voices', 'Testimonials'],
  ['questions', 'Questions'],
] as const

export interface ProspectusProps {
  program: Fields<'certification-program'>
  /** The start of the next cohort as text; empty if unknown. */
  start: string
  /** Of the chosen date; undefined for the usual weeks. */
  coachingWeeks: readonly number[] | undefined
  /** The Enroll button beside the price; both are left out with null. */
  action: ReactNode
  price: string
}

export function Prospectus({ program, start, coachingWeeks, action, price }: ProspectusProps) {
  const people = usePeople()
  const { programOverview, videoSection, programBenefits, enrollment, faqs, uiText } = program
  // A benefit with the same title says it already.
  const titles = new Set(programBenefits.map(({ title }) => words(title)))
  const alsoIncluded = enrollment.includes.filter((line) => !titles.has(line))
  return (
    <div className={styles.sections}>
      <section id="overview" className={styles.section}>
        <h2>{uiText?.overviewTitle ?? 'How it works'}</h2>
        <p className={styles.large}>
          <Words text={programOverview.description} />
        </p>
      </section>
      <Syllabus
        weeks={program.syllabus ?? []}
        start={start}
        coachingWeeks={coachingWeeks}
        title={uiText?.syllabusTitle ?? 'Week by week'}
      />
      <LiveLab lab={program.labSection} />
      <SampleLab sample={program.sampleLab} />
      <section id="film" className={styles.section}>
        <div>
          <h2>
            <Words text={videoSection.title} />
          </h2>
          <p className={styles.under}>
            <Words text={videoSection.description} />
          </p>
        </div>
        <ProgramVideo
          title={words(videoSection.title)}
          duration={words(videoSection.duration)}
          video={videoSection.video}
          poster={videoSection.poster}
          captions={videoSection.captions}
          drawing={<StrataDrawing />}
        />
      </section>
      <section id="benefits" className={styles.section}>
        <h2>{uiText?.benefitsTitle ?? 'What you get'}</h2>
        <ul className={styles.benefits}>
          {keyed(programBenefits, (benefit) => words(benefit.title)).map(([key, benefit]) => (
            <li key={key}>
              <ContentIcon name={benefit.icon} className={styles.icon ?? ''} />
              <Fold
                summary={
                  <h3>
                    <Words text={benefit.title} />
                  </h3>
                }
              >
                <p>
                  <Words text={benefit.description} />
                </p>
              </Fold>
            </li>
          ))}
          {keyed(alsoIncluded, (line) => line).map(([key, line]) => (
            <li key={key}>
              <Check aria-hidden="true" strokeWidth={1.5} className={styles.icon} />
              <p className={styles.line}>{line}</p>
            </li>
          ))}
        </ul>
        {action ? (
          <div className={styles.included}>
            <div>
              <h3>{uiText?.includesTitle ?? 'Included in the price'}</h3>
              <p className={styles.price}>{price}</p>
            </div>
            {action}
            <Guarantee />
          </div>
        ) : null}
      </section>
      {people && people.people.length > 0 ? (
        <section id="people" className={styles.section}>
          <h2>{words(people.title)}</h2>
          <PeopleList people={people.people} />
        </section>
      ) : null}
      <Voices program={program} />
      <section id="questions" className={styles.section}>
        <h2>{uiText?.faqTitle ?? 'Questions people ask first'}</h2>
        <Accordion
          items={faqs.map((faq) => ({
            title: <Words text={faq.question} />,
            content: (
              <p>
                <Words text={faq.answer} />
              </p>
            ),
          }))}
        />
      </section>
    </div>
  )
}

/** A measured outcome, and what participants say; nothing without either. */
function Voices({ program: { outcome, testimonials, uiText } }: Pick<ProspectusProps, 'program'>) {
  if (!outcome && testimonials.length === 0) return null
  return (
    <section id="voices" className={styles.section}>
      <h2>{uiText?.testimonialsTitle ?? 'From people who have done it'}</h2>
      {outcome ? (
        <div>
          <p className={styles.large}>
            <strong>
              {outcome.count} of {outcome.of} participants
            </strong>{' '}
            of {outcome.year} {words(outcome.what)}.
          </p>
          <p className={styles.under}>{outcome.source}</p>
        </div>
      ) : null}
      <ul className={styles.voices}>
        {keyed(testimonials.slice(0, 3), (voice) => words(voice.content)).map(([key, voice]) => (
          <li key={key}>
            <figure>
              <blockquote>
                <p>“{words(voice.content)}”</p>
              </blockquote>
              <figcaption>
                <Portrait media={voice.media} width={72} height={72} className={styles.face} />
                <strong>
                  <bdi>{voice.name}</bdi>
                </strong>
                <RoleAndLink {...voice} role={voice.title} />
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A list with check marks: what the price includes. */
export function IncludedList({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {keyed(lines, (line) => line).map(([key, line]) => (
        <li key={key}>
          <Check aria-hidden="true" strokeWidth={1.5} />
          {line}
        </li>
      ))}
    </ul>
  )
}
