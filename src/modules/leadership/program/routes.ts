import type { Customers } from '#modules/identity/index.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { CohortList } from './cohort-list.ts'
import type { Cohorts } from './cohorts.ts'
import {
  cancelCohort,
  changeCohortCapacity,
  cohortRoster,
  listAllCohorts,
  listCohorts,
  moveCohort,
  openCohort,
} from './contract.ts'

export interface ProgramParts {
  cohorts: Cohorts
  list: CohortList
  customers: Customers
}

const ok = { success: true } as const

export function mountProgramRoutes(api: ApiRouter, { cohorts, list, customers }: ProgramParts): void {
  const changed = async (id: string) => {
    const cohort = (await list.all()).find((each) => each.id === id)
    if (cohort === undefined)
      throw new AppError('not-found', 'COHORT_NOT_FOUND', 'There is no cohort of this id.')
    return { ...ok, cohort }
  }

  api.serve(listCohorts, async () => ({ ...ok, cohorts: await list.upcoming() }))

  api.serve(listAllCohorts, async () => ({ ...ok, cohorts: await list.all() }))

  api.serve(openCohort, async ({ body: { id, capacity, ...plan } }, call) => {
    await cohorts.open(id, plan, capacity, call)
    return changed(id)
  })

  api.serve(moveCohort, async ({ params: { id }, body }, call) => {
    await cohorts.move(id, body, call)
    return changed(id)
  })

  api.serve(changeCohortCapacity, async ({ params: { id }, body }, call) => {
    await cohorts.changeCapacity(id, body.capacity, call)
    return changed(id)
  })

  api.serve(cancelCohort, async ({ params: { id } }, call) => {
    await cohorts.cancel(id, call)
    return changed(id)
  })

  api.serve(cohortRoster, async ({ params: { id } }, call) => {
    const orders = await list.orders(id)
    const people = await customers.getMany(orders.map(({ buyerId }) => buyerId))
    return {
      ...ok,
      orders: orders.map(({ buyerId, heldUntil, chosenAt, ...order }) => {
        const person = people.get(buyerId)
        return {
          ...order,
          name: person === undefined ? null : `${person.firstName} ${person.lastName}`.trim(),
          email: call.actor.role === 'viewer' ? null : (person?.email ?? null),
          heldUntil: heldUntil?.toISOString() ?? null,
          chosenAt: chosenAt.toISOString(),
        }
      }),
    }
  })
}
