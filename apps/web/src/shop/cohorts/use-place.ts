import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import type { OrderPage } from '../api.ts'
import { forgetOrders } from '../api.ts'
import { chooseDate, keepDate, refreshDates, requestRefund } from './dates.ts'

type Cohort = OrderPage['cohort']

export interface OrderPlace {
  cohort: Cohort
  busy: boolean
  /** Why the last step was refused. */
  problem: string | undefined
  /** Holds or takes a place; calls `done` if this succeeds. */
  choose: (cohortId: string, done?: () => void) => void
  requestRefund: () => void
}

/** The place of an order in a cohort, and the steps by which its buyer changes it. */
export function usePlace(orderId: string, given: Cohort): OrderPlace {
  const client = useQueryClient()
  const { cohorts } = useConfig()
  const [answered, setAnswered] = useState<{ given: Cohort; cohort: Cohort }>()
  const step = useMutation({
    mutationFn: (work: () => Promise<OrderPage>) => work(),
    onSuccess: (order) => {
      setAnswered({ given, cohort: order.cohort })
      if (order.cohort) keepDate(order.cohort.cohortId, false)
      void forgetOrders(client)
    },
    // After any result, the places left may have changed.
    onSettled: () => refreshDates(client, cohorts),
  })
  const failed = step.error ? (saidByServer(step.error) ?? 'That did not work. Please try again.') : undefined
  return {
    // A newer `given` takes precedence over an earlier answer.
    cohort: answered && answered.given === given ? answered.cohort : given,
    busy: step.isPending,
    problem: failed,
    choose: (cohortId, done) =>
      step.mutate(() => chooseDate(orderId, cohortId), { ...(done && { onSuccess: done }) }),
    requestRefund: () => step.mutate(() => requestRefund(orderId)),
  }
}
