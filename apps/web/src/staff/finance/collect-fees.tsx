import { Coins } from 'lucide-react'
import type { collectFees } from '#modules/commerce/finance/books/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import styles from './finance.module.css'

/** Fees are recorded every hour; the button records them at once, for closing a day. */
export function CollectFees() {
  const collecting = useAction<typeof collectFees>('POST', '/api/finance/books/fees', ['/api/finance/books'])
  const collect = (): void =>
    collecting.mutate(
      {},
      {
        onSuccess: ({ recorded }) =>
          notify.success(
            recorded === 0
              ? 'All fees were already recorded.'
              : `${recorded} ${recorded === 1 ? 'fee' : 'fees'} recorded.`,
          ),
      },
    )
  return (
    <>
      {collecting.isError ? (
        <Notice tone="bad" title="The fees could not be read from Stripe." announce>
          {reasonOf(collecting.error)}
        </Notice>
      ) : null}
      <Button
        size="small"
        variant="quiet"
        className={styles.copy ?? ''}
        icon={<Coins aria-hidden="true" />}
        busy={collecting.isPending}
        busyText="Reading..."
        onClick={collect}
      >
        Record the latest fees
      </Button>
    </>
  )
}
