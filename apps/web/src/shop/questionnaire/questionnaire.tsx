import { CircleHelp } from 'lucide-react'
import { memo, type ReactNode, useId, useState } from 'react'
import type { Fields } from '#modules/content/contract.ts'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { Words, words } from '../program/text.tsx'
import styles from './questionnaire.module.css'

type Question = Fields<'certification-questionnaire'>['questions'][number]

export interface QuestionCardProps {
  question: Question
  number: number
  of: number
  chosen: string | undefined
  /** The same function each time. */
  onChoose: (questionId: string, optionId: string) => void
}

/** One question, one answer: a group of radio cards. Memoized: an answer renders its own question only. */
export const QuestionCard = memo(function QuestionCard({
  question,
  number,
  of,
  chosen,
  onChoose,
}: QuestionCardProps) {
  const id = useId()
  const [helping, setHelping] = useState(false)
  const help = words(question.helpText)
  return (
    <fieldset className={styles.question} aria-describedby={helping ? `${id}-help` : undefined}>
      <legend className={styles.legend}>
        <span className={styles.number}>
          <ContentIcon name={question.icon} className={styles.sign ?? ''} />
          {number} of {of}
        </span>
        <span className={styles.title}>
          <Words text={question.title} />
        </span>
      </legend>
      {question.hasHelpIcon && help !== '' ? (
        <Help id={`${id}-help`} open={helping} onToggle={() => setHelping(!helping)}>
          {help}
        </Help>
      ) : null}
      <div className={styles.options}>
        {question.options.map((option) => (
          <label key={option.id} className={styles.option}>
            <input
              type="radio"
              name={question.id}
              value={option.id}
              checked={chosen === option.id}
              onChange={() => onChoose(question.id, option.id)}
            />
            <ContentIcon name={option.icon} className={styles.icon ?? ''} />
            <span className={styles.words}>
              <span className={styles.name}>
                <Words text={option.title} />
              </span>
              <span className={styles.description}>
                <Words text={option.description} />
              </span>
            </span>
            <span className={styles.dot} aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  )
})

function Help(props: { id: string; open: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <div className={styles.help}>
      <button
        type="button"
        className={styles.helpButton}
        aria-expanded={props.open}
        aria-controls={props.id}
        onClick={props.onToggle}
      >
        <CircleHelp aria-hidden="true" strokeWidth={1.5} />
        How to choose
      </button>
      <p id={props.id} hidden={!props.open}>
        {props.children}
      </p>
    </div>
  )
}
