import { useId, useRef } from 'react'
import type { renewCalendar } from '#modules/leadership/cohorts/contract-participation.ts'
import { useAction } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { programPath } from '../../lib/orders.ts'
import { Button, linkClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Card } from '../../ui/surface.tsx'
import type { Participation } from './own-program.ts'
import styles from './program.module.css'

/** The address at which calendar programs subscribe to the sessions. */
export function CalendarCard({ program }: { program: Participation }) {
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const renewal = useAction<typeof renewCalendar>('POST', '/api/program/:orderId/calendar', [programPath])
  const renew = () =>
    renewal.mutate(
      { params: { orderId: program.orderId } },
      {
        onSuccess: () => notify.success('Your calendar has a new address. The old one no longer works.'),
        onError: (failure) => notify.error(saidByServer(failure) ?? 'That did not work. Please try again.'),
        // The button cannot hold the focus while it is busy.
        onSettled: () => title.current?.focus(),
      },
    )
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 ref={title} id={heading} tabIndex={-1}>
        Your calendar
      </h2>
      <p className={styles.note}>
        Subscribe once: the sessions appear in your calendar, in its own time zone, and are updated when dates
        change. Anyone with this address can read it, so keep it private.
      </p>
      <Field
        label="Private address"
        readOnly
        value={program.calendar}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.actions}>
        <a
          className={linkClass({ size: 'small', variant: 'secondary' })}
          href={program.calendar.replace(/^https?:/, 'webcal:')}
        >
          Subscribe
        </a>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            void navigator.clipboard
              .writeText(program.calendar)
              .then(() => notify.success('The address is copied.'))
              .catch(() => notify.error('Not copied. Select the address and copy it yourself.'))
          }}
        >
          Copy
        </Button>
        <Button size="small" variant="quiet" busy={renewal.isPending} onClick={renew}>
          Create a new address
        </Button>
      </div>
    </Card>
  )
}
