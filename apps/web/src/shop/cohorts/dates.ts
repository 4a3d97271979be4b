import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type {
  askForMoneyBack as AskForMoneyBack,
  chooseCohort as ChooseCohort,
} from '#modules/commerce/contract.ts'
import type { listCohorts as ListCohorts } from '#modules/leadership/cohorts/contract.ts'
import { call } from '../../lib/call.ts'
import { type OpenCohort, useConfig } from '../../lib/config.ts'
import { keys, session } from '../../lib/storage.ts'
import type { OrderPage, RequestedDate } from '../api.ts'

const datesKey = ['cohorts']

/** The dates that can be booked: first those of the page's configuration, then with the current number of places. */
export function useDates(): readonly OpenCohort[] {
  const { cohorts } = useConfig()
  const { data } = useQuery({
    queryKey: datesKey,
    queryFn: async () => (await call<typeof ListCohorts>('GET', '/api/cohorts')).cohorts,
    // Without an open date no request is sent.
    enabled: cohorts.length > 0,
    staleTime: 15_000,
  })
  return data ?? cohorts
}

/** The date that this tab stores. `pressed`: the visitor has chosen it, and no order has it yet. */
interface KeptDate {
  cohortId: string
  pressed: boolean
  /** The token of a wait list's entry, for which a place of this date is reserved. */
  offer?: string
}

export function keepDate(cohortId: string, pressed: boolean, offer?: string): void {
  const kept: KeptDate = { cohortId, pressed, ...(offer === undefined ? {} : { offer }) }
  session.set(keys.certificationCohort, JSON.stringify(kept))
}

export const forgetDate = (): void => session.remove(keys.certificationCohort)

function keptDate(): KeptDate | undefined {
  const kept = session.json(keys.certificationCohort) as Partial<KeptDate> | null | undefined
  return typeof kept?.cohortId === 'string'
    ? {
        cohortId: kept.cohortId,
        pressed: kept.pressed === true,
        ...(typeof kept.offer === 'string' ? { offer: kept.offer } : {}),
      }
    : undefined
}

/** The date at which a place is reserved for this visitor from the wait list, and the entry's token. */
export function offeredDate(): { cohortId: string; offer: string } | undefined {
  const { cohortId, offer } = keptDate() ?? {}
  return cohortId === undefined || offer === undefined ? undefined : { cohortId, offer }
}

/** The date for the payment request. An open order changes its date only to one that the visitor has chosen. */
export function requestedDate(): RequestedDate {
  const kept = keptDate()
  if (!kept) return {}
  const { cohortId, pressed, offer } = kept
  if (!pressed) return { preferredCohortId: cohortId }
  return { cohortId, ...(offer === undefined ? {} : { offer }) }
}

/** `wanted` if it has places left, else the first date that has. */
export function freeDate(dates: readonly OpenCohort[], wanted: string | undefined): string | undefined {
  const free = dates.filter(({ placesLeft }) => placesLeft > 0)
  return (free.find(({ id }) => id === wanted) ?? free[0])?.id
}

/** The selected date on the program page, and a function that stores another one for the payment. */
export function useChosenDate(dates: readonly OpenCohort[]): [string | undefined, (id: string) => void] {
  const [chosen, setChosen] = useState<string>()
  useEffect(() => setChosen(keptDate()?.cohortId), [])
  return [
    freeDate(dates, chosen),
    (id) => {
      keepDate(id, true)
      setChosen(id)
    },
  ]
}

/** Stores the date that the program page shows as selected, when the visitor enrolls. */
export function keepShownDate(id: string | undefined): void {
  if (id !== undefined && id !== keptDate()?.cohortId) keepDate(id, false)
}

/** Requests the places of all dates again; until the answer, the date `gone` counts as full. */
export function refreshDates(client: QueryClient, known: readonly OpenCohort[], gone?: string): void {
  client.setQueryData<readonly OpenCohort[]>(datesKey, (dates = known) =>
    dates.map((date) => (date.id === gone ? { ...date, placesLeft: 0 } : date)),
  )
  void client.invalidateQueries({ queryKey: datesKey })
}

/**
 * Holds or takes a place for an order; the reserved one, if there is one at that date.
 * @throws ApiFailure with a message if no place is left
 */
export async function chooseDate(orderId: string, cohortId: string): Promise<OrderPage> {
  const offered = offeredDate()
  const offer = offered?.cohortId === cohortId ? { offer: offered.offer } : {}
  const sent = { params: { id: orderId }, body: { cohortId, ...offer } }
  return (await call<typeof ChooseCohort>('POST', '/api/orders/:id/cohort', sent)).order
}

export async function requestRefund(orderId: string): Promise<OrderPage> {
  const sent = { params: { id: orderId } }
  return (await call<typeof AskForMoneyBack>('POST', '/api/orders/:id/cohort/refund-request', sent)).order
}
