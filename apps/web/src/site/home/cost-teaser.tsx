import { home } from '#modules/content/base-template/home.ts'
import { fieldsOf, useContent, weightOf, wordsOf } from '../../lib/content.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { Container } from '../../ui/page.tsx'
import styles from './cost-teaser.module.css'
import frame from './home.module.css'

/** Four figures set as large type, and the way to one's own. */
export function Section() {
  const { page } = useContent(home)
  const fields = fieldsOf(page, 'leadership-cost-section')
  const notes = [...new Set(fields.statistics.map((figure) => wordsOf(figure.sourceNote)).filter(Boolean))]
  return (
    <section className={`${frame.section} ${frame.sunk}`} aria-labelledby="cost-title">
      <Container>
        <div className={styles.head}>
          <h2 id="cost-title" className={weightOf(fields.title)}>
            {wordsOf(fields.title)}
          </h2>
          <p className={frame.lead}>{wordsOf(fields.subtitle)}</p>
        </div>
        <ul className={styles.figures}>
          {fields.statistics.map((figure) => (
            <li key={figure.value}>
              <span className={styles.value}>{figure.value}</span>
              <span className={styles.label}>{wordsOf(figure.label)}</span>
            </li>
          ))}
        </ul>
        {notes.length > 0 ? <p className={frame.note}>{notes.join(' ')}</p> : null}
        <div className={styles.foot}>
          <ul className={styles.benefits}>
            {fields.benefits.map((benefit) => (
              <li key={wordsOf(benefit.title)}>
                <ContentIcon name={benefit.icon} className={styles.icon ?? ''} />
                <h3>{wordsOf(benefit.title)}</h3>
                <p>{wordsOf(benefit.description)}</p>
              </li>
            ))}
          </ul>
          <div className={styles.call}>
            <h3>{wordsOf(fields.ctaSection.title)}</h3>
            <p>{wordsOf(fields.ctaSection.description)}</p>
            <ButtonLink to="/leadership-cost-calculator" size="large" variant="secondary">
              {wordsOf(fields.ctaSection.buttonText)}
            </ButtonLink>
          </div>
        </div>
      </Container>
    </section>
  )
}
