import { randomUUID } from 'node:crypto'
import { Cohorts } from '../../../src/modules/leadership/cohorts/cohorts.ts'
import type { CohortEvent } from '../../../src/modules/leadership/cohorts/domain/cohort.ts'
import { finalAccount } from '../../../src/modules/leadership/cohorts/domain/cohort-record.ts'
import type { Shop } from '../../commerce/support/shop.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { plan, staff } from '../cohorts/program-log.ts'

export type Paid = Awaited<ReturnType<Shop['paidOrder']>>

/** A cohort in which so many paid orders have their places. */
export async function openCohort(shop: Shop, owner: HttpClient, orders: readonly Paid[]): Promise<string> {
  const id = randomUUID()
  await owner.post('/api/admin/cohorts', { id, ...plan('2033-03-01'), capacity: orders.length })
  for (const { buyer, orderId } of orders) {
    const { status } = await buyer.http.post(`/api/orders/${orderId}/cohort`, { cohortId: id })
    if (status !== 200) throw new Error(`Choosing the cohort answered ${status}`)
  }
  const startsOn = new Date(shop.clock.now().getTime() - 100 * 86_400_000).toISOString().slice(0, 10)
  const { status } = await owner.put(`/api/admin/cohorts/${id}/plan`, plan(startsOn))
  if (status !== 200) throw new Error(`Moving the cohort answered ${status}`)
  return id
}

/** Records everything that the award asks of a participant, with so many accepted assignments of weeks. */
export async function finish(shop: Shop, cohortId: string, orderId: string, accepted = 10): Promise<void> {
  const before = new Date(shop.clock.now().getTime() - 20 * 86_400_000).toISOString()
  const numbers = [...Array.from({ length: accepted }, (_, at) => at + 1), finalAccount]
  const events: CohortEvent[] = [
    ...numbers.flatMap((assignment): CohortEvent[] => {
      const data = { orderId, assignment, submissionId: randomUUID() }
      return [
        { type: 'AssignmentHandedIn', data },
        { type: 'AssignmentAnswered', data: { ...data, outcome: 'accepted' } },
      ]
    }),
    { type: 'CoachingBooked', data: { orderId, session: 1, at: before } },
    { type: 'CoachingBooked', data: { orderId, session: 2, at: before } },
    { type: 'AttendanceRecorded', data: { week: 1, attended: [orderId], withdrawn: [] } },
  ]
  await shop.site.container.get(Cohorts).change(cohortId, staff, () => events)
}
