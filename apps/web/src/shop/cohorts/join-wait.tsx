import { lazy, Suspense, useState } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import type { OpenCohort } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'

const WaitDialog = lazy(() => import('./wait-form.tsx').then((module) => ({ default: module.WaitDialog })))

/** Under a full date: the way to its wait list. */
export function JoinWait({ date, className }: { date: OpenCohort; className: string | undefined }) {
  const [asked, setAsked] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className={className ?? ''}
        aria-label={`Join the wait list for ${dayInWords(date.startsOn)}`}
        onClick={() => setAsked('open')}
      >
        Join the wait list
      </Button>
      {asked === 'never' ? null : (
        <Suspense>
          <WaitDialog open={asked === 'open'} onClose={() => setAsked('closed')} date={date} />
        </Suspense>
      )}
    </>
  )
}
