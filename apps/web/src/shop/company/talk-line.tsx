import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './buy.module.css'

const TalkDialog = lazy(() =>
  import('../program/talk-dialog.tsx').then((module) => ({ default: module.TalkDialog })),
)

/** A line with a button that opens the contact form. */
export function TalkLine({ seats }: { seats: number }) {
  const [talk, setTalk] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <p className={styles.quiet}>
      Need something else?{' '}
      <Button variant="quiet" size="small" onClick={() => setTalk('open')}>
        Talk to us
      </Button>
      {talk === 'never' ? null : (
        <Suspense>
          <TalkDialog
            open={talk === 'open'}
            onClose={() => setTalk('closed')}
            message={`We would like ${seats > 0 ? seats : 'several'} seats in the certification.`}
          />
        </Suspense>
      )}
    </p>
  )
}
