import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { collectFeesNow } from './books-api.ts'
import styles from './finance.module.css'
import { financeKeys } from './keys.ts'

/** Fees come in by themselves every hour; who closes the day does not wait for it. */
export function CollectFees() {
  const client = useQueryClient()
  const collecting = useMutation({
    mutationFn: collectFeesNow,
    onSuccess: async ({ recorded }) => {
      await client.invalidateQueries({ queryKey: financeKeys.books })
      notify.success(
        recorded === 0 ? 'No fee was missing.' : `${recorded} ${recorded === 1 ? 'fee' : 'fees'} recorded.`,
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
