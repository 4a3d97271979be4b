import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import type { OrderPage } from '../api.ts'
import { forgetOrders } from '../api.ts'
import { askForMoneyBack, chooseDate, keepDate } from './dates.ts'

type Cohort = OrderPage['cohort']

export interface OrderPlace {
  cohort: Cohort
  busy: boolean
  /** Why the last step was refused. */
  problem: string | undefined
  choose: (cohortId: string) => void
  askForMoneyBack: () => void
}

/** The place of an order in a cohort, and the steps by which its buyer changes it. */
export function usePlace(orderId: string, given: Cohort): OrderPlace {
  const client = useQueryClient()
  const [answered, setAnswered] = useState<{ given: Cohort; cohort: Cohort }>()
  const step = useMutation({
    mutationFn: (work: () => Promise<OrderPage>) => work(),
    onSuccess: (order) => {
      setAnswered({ given, cohort: order.cohort })
      if (order.cohort) keepDate(order.cohort.cohortId)
      void forgetOrders(client)
    },
    // The date that was refused has fewer places than this page says.
    onError: () => void client.invalidateQueries({ queryKey: ['cohorts'] }),
  })
  const failed = step.error ? (saidByServer(step.error) ?? 'That did not work. Please try again.') : undefined
  return {
    // What the page was given anew counts more than an earlier answer.
    cohort: answered && answered.given === given ? answered.cohort : given,
    busy: step.isPending,
    problem: failed,
    choose: (cohortId) => step.mutate(() => chooseDate(orderId, cohortId)),
    askForMoneyBack: () => step.mutate(() => askForMoneyBack(orderId)),
  }
}
