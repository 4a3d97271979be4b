import { lazy, Suspense, useState } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import type { OpenCohort } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'

const WaitDialog = lazy(() => import('./wait-form.tsx').then((module) => ({ default: module.WaitDialog })))

/** The button below a full date that opens the form of its wait list. */
export function JoinWait({ date, className }: { date: OpenCohort; className: string | undefined }) {
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className={className ?? ''}
        aria-label={`Join the wait list for ${dayInWords(date.startsOn)}`}
        onClick={() => setDialog('open')}
      >
        Join the wait list
      </Button>
      {dialog === 'never' ? null : (
        <Suspense>
          <WaitDialog open={dialog === 'open'} onClose={() => setDialog('closed')} date={date} />
        </Suspense>
      )}
    </>
  )
}
