import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { collectFeesNow } from './books-api.ts'
import styles from './finance.module.css'
import { financeKeys } from './keys.ts'

/** Fees are recorded every hour; the button records them at once, for closing a day. */
export function CollectFees() {
  const client = useQueryClient()
  const collecting = useMutation({
    mutationFn: collectFeesNow,
    onSuccess: async ({ recorded }) => {
      await client.invalidateQueries({ queryKey: financeKeys.books })
      notify.success(
        recorded === 0
          ? 'All fees were already recorded.'
          : `${recorded} ${recorded === 1 ? 'fee' : 'fees'} recorded.`,
      )
    },
  })
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
        onClick={() => collecting.mutate()}
      >
        Record the latest fees
      </Button>
    </>
  )
}
