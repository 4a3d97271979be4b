import { useCallback, useEffect, useRef, useState } from 'react'
import { certificationQuestionnaire } from '#modules/content/base-template/certification-questionnaire.ts'
import { readableUnderWhite } from '../../lib/colour.ts'
import { useContent } from '../../lib/content.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useHistory } from '../../lib/history.ts'
import { keys, session } from '../../lib/storage.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import { Container } from '../../ui/page.tsx'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import { programDetailsPath } from '../enrollment/use-enrollment.ts'
import { answersFrom } from '../program/certification-profile.ts'
import { fieldsOf } from '../program/section.ts'
import { Words, words } from '../program/text.tsx'
import { useTints } from '../program/tint.ts'
import { usePurchaseSteps } from './purchase-steps.ts'
import { QuestionCard } from './questionnaire.tsx'
import styles from './questionnaire-page.module.css'

const builtIn = fieldsOf(certificationQuestionnaire, 'certification-questionnaire')

/** The questionnaire: three questions with one answer each. The coach sees the answers with the order. */
export function Page() {
  const { page, loading } = useContent(certificationQuestionnaire)
  const fields = fieldsOf(page, 'certification-questionnaire') ?? builtIn
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const root = useRef<HTMLFormElement>(null)
  const history = useHistory()
  const covered = useOverlay(loading)
  const labels = usePurchaseSteps()
  useDocumentTitle(page.title)
  const choose = useCallback(
    (question: string, option: string) => setAnswers((now) => ({ ...now, [question]: option })),
    [],
  )
  // Each answer is kept at once: a visitor who reads another page first finds it again.
  useEffect(() => {
    if (Object.keys(answers).length > 0) session.set(keys.certificationProfile, JSON.stringify(answers))
  }, [answers])
  useTints(root, tintsOf(fields?.colors), tintsOf(builtIn?.colors))

  useEffect(() => {
    const kept = answersFrom(session.json(keys.certificationProfile))
    setAnswers((now) => ({ ...kept, ...now }))
  }, [])

  if (!fields) return null
  const { questions, navigation } = fields
  const answered = questions.filter((question) =>
    question.options.some((option) => option.id === answers[question.id]),
  ).length
  const complete = answered === questions.length

  function goOn(): void {
    session.set(keys.certificationStep, '1')
    history.push(programDetailsPath)
  }

  return (
    <form
      ref={root}
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault()
        if (complete) goOn()
      }}
    >
      {covered ? <LoadingOverlay /> : null}
      <Container>
        <ProgressTracker current={1} labels={labels} />
        <div className={styles.column}>
          <header className={styles.head}>
            <h1>
              <Words text={fields.title} />
            </h1>
            <p>
              <Words text={fields.subtitle} />
            </p>
          </header>
          {questions.map((question, index) => (
            <QuestionCard
              key={question.id}
              question={question}
              number={index + 1}
              of={questions.length}
              chosen={answers[question.id]}
              onChoose={choose}
            />
          ))}
          <div className={styles.foot}>
            <ButtonLink to="/" variant="secondary" icon={<ContentIcon name={navigation.backButton.icon} />}>
              {words(navigation.backButton.text)}
            </ButtonLink>
            <p className={styles.count} role="status">
              {complete ? 'All answered' : `${answered} of ${questions.length} answered`}
            </p>
            <Button type="submit" disabled={!complete} className={styles.continue ?? ''}>
              {words(navigation.continueButton.text)}
              <ContentIcon name={navigation.continueButton.icon} />
            </Button>
          </div>
        </div>
      </Container>
    </form>
  )
}

function tintsOf(colors: Record<string, string> | undefined): Record<string, string | undefined> {
  return {
    '--q-primary': colors?.primary,
    '--q-border': colors?.border,
    '--q-border-hover': colors?.borderHover,
    '--q-selected': colors?.selectedBg,
    ...buttonTints(colors),
  }
}

/** The editor's colours for the button, darkened for its white label; the built-in ones follow the colour scheme. */
function buttonTints(colors: Record<string, string> | undefined): Record<string, string | undefined> {
  const builtInPrimary = builtIn?.colors?.buttonPrimary
  if (!colors?.buttonPrimary || colors.buttonPrimary.toLowerCase() === builtInPrimary?.toLowerCase())
    return {}
  const primary = readableUnderWhite(colors.buttonPrimary)
  return primary
    ? {
        '--action': primary,
        '--action-hover': readableUnderWhite(colors.buttonPrimaryHover, 5.5) ?? primary,
        '--on-action': '#ffffff',
      }
    : {}
}
