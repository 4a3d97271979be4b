import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type {
  askForMoneyBack as AskForMoneyBack,
  chooseCohort as ChooseCohort,
} from '#modules/commerce/contract.ts'
import type { listCohorts as ListCohorts } from '#modules/leadership/program/contract.ts'
import { call } from '../../lib/call.ts'
import { type OpenCohort, useConfig } from '../../lib/config.ts'
import { keys, session } from '../../lib/storage.ts'
import type { OrderPage } from '../api.ts'

/** The dates that can be booked: as the page was made with them at once, then with the places left now. */
export function useDates(): readonly OpenCohort[] {
  const { cohorts } = useConfig()
  const { data } = useQuery({
    queryKey: ['cohorts'],
    queryFn: async () => (await call<typeof ListCohorts>('GET', '/api/cohorts')).cohorts,
    // A site that has opened no date is not asked for any.
    enabled: cohorts.length > 0,
    staleTime: 15_000,
  })
  return data ?? cohorts
}

/** The date that this tab chose before there was an order. */
export const chosenDate = (): string | undefined => session.get(keys.certificationCohort)

export const forgetChosenDate = (): void => session.remove(keys.certificationCohort)

/** The date that counts among `dates`: the chosen one while it has places, else the next one that has. */
export function useChosenDate(dates: readonly OpenCohort[]): [string | undefined, (id: string) => void] {
  const [chosen, setChosen] = useState<string>()
  useEffect(() => setChosen(chosenDate()), [])
  const free = dates.filter(({ placesLeft }) => placesLeft > 0)
  const counts = free.find(({ id }) => id === chosen) ?? free[0]
  return [
    counts?.id,
    (id) => {
      session.set(keys.certificationCohort, id)
      setChosen(id)
    },
  ]
}

export const keepDate = (id: string): void => session.set(keys.certificationCohort, id)

/** Holds or takes a place for an order. @throws ApiFailure with a sentence when the date is gone. */
export async function chooseDate(orderId: string, cohortId: string): Promise<OrderPage> {
  const sent = { params: { id: orderId }, body: { cohortId } }
  return (await call<typeof ChooseCohort>('POST', '/api/orders/:id/cohort', sent)).order
}

export async function askForMoneyBack(orderId: string): Promise<OrderPage> {
  const sent = { params: { id: orderId } }
  return (await call<typeof AskForMoneyBack>('POST', '/api/orders/:id/cohort/refund-request', sent)).order
}
