import { home } from '#modules/content/base-template/home.ts'
import type { Fields } from '#modules/content/contract.ts'
import { fieldsOf, useContent, weightOf, wordsOf } from '../../lib/content.ts'
import { keyed } from '../../lib/keyed.ts'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Container } from '../../ui/page.tsx'
import { SourceNote } from '../../ui/source-note.tsx'
import styles from './cost-teaser.module.css'
import frame from './home.module.css'
import { MiniCalculator } from './mini-calculator.tsx'

/** The cost of leadership gaps: the small calculator with the link to the whole one, four figures, and two benefits. */
export function Section() {
  const { page } = useContent(home)
  const fields = fieldsOf(page, 'leadership-cost-section')
  return (
    <section className={`${frame.section} ${frame.sunk}`} aria-labelledby="cost-title">
      <Container>
        <div className={styles.top}>
          <div className={styles.head}>
            <h2 id="cost-title" className={weightOf(fields.title)}>
              {wordsOf(fields.title)}
            </h2>
            <p className={frame.lead}>{wordsOf(fields.subtitle)}</p>
          </div>
          <MiniCalculator {...fields.ctaSection} />
        </div>
        <ul className={styles.figures}>
          {keyed(fields.statistics, (figure) => figure.value).map(([key, figure]) => (
            <li key={key}>
              <span className={styles.value}>{figure.value}</span>
              <span className={styles.label}>{wordsOf(figure.label)}</span>
            </li>
          ))}
        </ul>
        <Sources figures={fields.statistics} />
        <ul className={styles.benefits}>
          {keyed(fields.benefits, (benefit) => wordsOf(benefit.title)).map(([key, benefit]) => (
            <li key={key}>
              <ContentIcon name={benefit.icon} className={styles.icon ?? ''} />
              <Fold summary={<h3>{wordsOf(benefit.title)}</h3>}>
                <p>{wordsOf(benefit.description)}</p>
              </Fold>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}

type Figures = Fields<'leadership-cost-section'>['statistics']

/** The sources of the figures, each once. */
function Sources({ figures }: { figures: Figures }) {
  const notes = new Map<string, [Figures[number], ...Figures]>()
  for (const figure of figures) {
    const note = wordsOf(figure.sourceNote)
    const known = notes.get(note)
    if (known) known.push(figure)
    else if (note !== '') notes.set(note, [figure])
  }
  if (notes.size === 0) return null
  return (
    <p className={`${frame.note} ${styles.sources}`}>
      {[...notes].map(([key, about]) => (
        <span key={key}>
          {about.map(({ value }) => value).join(' and ')}: <SourceNote {...about[0]} />
        </span>
      ))}
    </p>
  )
}
