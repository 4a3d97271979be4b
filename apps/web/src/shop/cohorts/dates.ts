import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type {
  askForMoneyBack as AskForMoneyBack,
  chooseCohort as ChooseCohort,
} from '#modules/commerce/contract.ts'
import type { listCohorts as ListCohorts } from '#modules/leadership/program/contract.ts'
import { call } from '../../lib/call.ts'
import { type OpenCohort, useConfig } from '../../lib/config.ts'
import { keys, session } from '../../lib/storage.ts'
import type { OrderPage, WantedDate } from '../api.ts'

const datesKey = ['cohorts']

/** The dates that can be booked: as the page was made with them at once, then with the places left now. */
export function useDates(): readonly OpenCohort[] {
  const { cohorts } = useConfig()
  const { data } = useQuery({
    queryKey: datesKey,
    queryFn: async () => (await call<typeof ListCohorts>('GET', '/api/cohorts')).cohorts,
    // A site that has opened no date is not asked for any.
    enabled: cohorts.length > 0,
    staleTime: 15_000,
  })
  return data ?? cohorts
}

/** The date that this tab keeps: `pressed` when its visitor chose it and no order has it yet. */
interface KeptDate {
  cohortId: string
  pressed: boolean
  /** By which a place there is kept for its visitor, who waited. */
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

/** The date of which a place is kept for the visitor of this tab, who waited, and by what. */
export function offeredDate(): { cohortId: string; offer: string } | undefined {
  const { cohortId, offer } = keptDate() ?? {}
  return cohortId === undefined || offer === undefined ? undefined : { cohortId, offer }
}

/** What the payment asks for: an open order leaves its place only for a date that was pressed. */
export function wantedDate(): WantedDate {
  const kept = keptDate()
  if (!kept) return {}
  const { cohortId, pressed, offer } = kept
  if (!pressed) return { preferredCohortId: cohortId }
  return { cohortId, ...(offer === undefined ? {} : { offer }) }
}

/** `wanted` while it has places, else the next date that has. */
export function freeDate(dates: readonly OpenCohort[], wanted: string | undefined): string | undefined {
  const free = dates.filter(({ placesLeft }) => placesLeft > 0)
  return (free.find(({ id }) => id === wanted) ?? free[0])?.id
}

/** The date that counts on the program page, and how another is chosen there: the payment takes it. */
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

/** Keeps the date that the program page shows as chosen, when its visitor enrolls. */
export function keepShownDate(id: string | undefined): void {
  if (id !== undefined && id !== keptDate()?.cohortId) keepDate(id, false)
}

/** After a refusal: the places of all dates are asked for anew, and until then `gone` counts as full. */
export function refreshDates(client: QueryClient, known: readonly OpenCohort[], gone?: string): void {
  client.setQueryData<readonly OpenCohort[]>(datesKey, (dates = known) =>
    dates.map((date) => (date.id === gone ? { ...date, placesLeft: 0 } : date)),
  )
  void client.invalidateQueries({ queryKey: datesKey })
}

/** Holds or takes a place for an order, the offered one of that date. @throws ApiFailure with a sentence when it is gone. */
export async function chooseDate(orderId: string, cohortId: string): Promise<OrderPage> {
  const offered = offeredDate()
  const offer = offered?.cohortId === cohortId ? { offer: offered.offer } : {}
  const sent = { params: { id: orderId }, body: { cohortId, ...offer } }
  return (await call<typeof ChooseCohort>('POST', '/api/orders/:id/cohort', sent)).order
}

export async function askForMoneyBack(orderId: string): Promise<OrderPage> {
  const sent = { params: { id: orderId } }
  return (await call<typeof AskForMoneyBack>('POST', '/api/orders/:id/cohort/refund-request', sent)).order
}
