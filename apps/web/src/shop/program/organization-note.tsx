import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type AnswerWords, useAnswerWords } from '../questionnaire/answer-words.ts'
import { useStoredProfile } from './certification-profile.ts'
import styles from './organization.module.css'

const TalkDialog = lazy(() => import('./talk-dialog.tsx').then((module) => ({ default: module.TalkDialog })))

/** For visitors who answered "For my organization": links to buy seats for a team and to a contact form. */
export function OrganizationNote({ className }: { className?: string | undefined }) {
  const answers = useStoredProfile()
  const [talk, setTalk] = useState<'never' | 'open' | 'closed'>('never')
  const words = useAnswerWords(answers)
  if (answers.certificationType !== 'organization') return null
  return (
    <aside
      className={[styles.note, className].filter(Boolean).join(' ')}
      aria-label="Enrolling more than one person?"
    >
      <Users aria-hidden="true" strokeWidth={1.5} />
      <div>
        <p className={styles.title}>Enrolling more than one person?</p>
        <p>
          This checkout is for one seat. For a team, you choose the seats and see the price at once, and you
          pay by card, on an invoice, or after a quote.
        </p>
        <div className={styles.ways}>
          <ButtonLink to="/organization/buy" size="small">
            Buy seats for a team
          </ButtonLink>
          <Button variant="secondary" size="small" onClick={() => setTalk('open')}>
            Talk to us
          </Button>
        </div>
      </div>
      {talk === 'never' ? null : (
        <Suspense>
          <TalkDialog
            open={talk === 'open'}
            onClose={() => setTalk('closed')}
            message={seatsMessage(words)}
          />
        </Suspense>
      )}
    </aside>
  )
}

/** The initial text of the message: the request, and the answers of the questionnaire. */
function seatsMessage(words: readonly AnswerWords[]): string {
  const answered = words.map(({ question, answer }) => `${question} ${answer}.`).join(' ')
  return `We would like seats for several people in the certification. ${answered}`.trim()
}
