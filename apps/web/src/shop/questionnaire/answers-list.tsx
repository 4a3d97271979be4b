import { Link } from 'react-router-dom'
import type { AnswerWords } from './answer-words.ts'
import styles from './answers-list.module.css'

export interface AnswersListProps {
  answers: readonly AnswerWords[]
  /** Shows a link back to the questionnaire. */
  changeable?: boolean
}

/** The answers of the questionnaire, which the coach sees with the order: once paid, the first part of the assessment. */
export function AnswersList({ answers, changeable = false }: AnswersListProps) {
  if (answers.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="answers-heading">
      <div className={styles.head}>
        <h2 id="answers-heading">{changeable ? 'Your answers' : 'Your assessment, part one'}</h2>
        {changeable ? <Link to="/certification">Change</Link> : null}
      </div>
      <dl className={styles.list}>
        {answers.map(({ id, question, answer }) => (
          <div key={id}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
