import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { changeMyCohort } from '#modules/leadership/cohorts/contract-participation.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useAction } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { useFocusBack } from '../../lib/focus-back.ts'
import { notify } from '../../lib/notify.ts'
import { ordersKey, programPath } from '../../lib/orders.ts'
import { DateChoice } from '../../shop/cohorts/date-choice.tsx'
import { freeDate, refreshDates, useDates } from '../../shop/cohorts/dates.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { Card } from '../../ui/surface.tsx'
import type { Participation } from './own-program.ts'
import styles from './program.module.css'

/** The change to another cohort: allowed once, before the current one begins. */
export function ChangeCard({ program }: { program: Participation }) {
  const heading = useId()
  // The pressed button is gone: the heading takes the focus.
  const title = useRef<HTMLHeadingElement>(null)
  const client = useQueryClient()
  const known = useDates()
  const dates = known.filter(({ id }) => id !== program.cohort.id)
  const [choosing, setChoosing] = useState(false)
  const opener = useFocusBack(choosing)
  const [chosen, choose] = useState<string>()
  const wanted = freeDate(dates, chosen)
  const change = useAction<typeof changeMyCohort>('POST', '/api/program/:orderId/cohort', [programPath])
  const changeTo = (cohortId: string) => {
    const start = dates.find(({ id }) => id === cohortId)?.startsOn
    change.mutate(
      { params: { orderId: program.orderId }, body: { cohortId } },
      {
        onSuccess: () => {
          setChoosing(false)
          notify.success(
            `You are now in the cohort of ${start === undefined ? 'the other date' : dayInWords(start)}.`,
          )
          void client.invalidateQueries({ queryKey: ordersKey })
        },
        onSettled: () => {
          title.current?.focus()
          void refreshDates(client, known)
        },
      },
    )
  }
  if (program.change === 'begun' || (program.change === 'possible' && dates.length === 0)) return null
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 ref={title} id={heading} tabIndex={-1}>
        Another date
      </h2>
      <p className={styles.note}>
        {program.change === 'used'
          ? 'You have changed your cohort once. To change it again, please write to us.'
          : 'You can change to another cohort once, until the day before yours begins.'}
      </p>
      <FormProblem
        text={change.isError && (saidByServer(change.error) ?? 'That did not work. Please try again.')}
      />
      {program.change === 'used' ? null : choosing ? (
        <>
          <DateChoice
            dates={dates}
            chosen={wanted}
            onChoose={choose}
            legend="Other dates"
            full="No other date has a place left. You keep yours."
          />
          <div className={styles.actions}>
            {wanted === undefined ? null : (
              <Button size="small" busy={change.isPending} onClick={() => changeTo(wanted)}>
                Move to this date
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={() => setChoosing(false)}>
              Keep my date
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.actions}>
          <Button
            ref={opener}
            size="small"
            variant="secondary"
            onClick={() => {
              setChoosing(true)
              title.current?.focus()
            }}
          >
            See other dates
          </Button>
        </div>
      )}
    </Card>
  )
}
