import type { Customers, Organizations } from '#modules/identity/index.ts'
import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import type { Database } from '#platform/database/database.ts'
import { csvHead, csvLine } from '#platform/export/csv.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { cohortSubject } from './cohort-audit.ts'
import type { CohortChanges } from './cohort-changes.ts'
import type { CohortList, ListedCohort } from './cohort-list.ts'
import type { CohortMessages } from './cohort-messages.ts'
import type { Cohorts } from './cohorts.ts'
import {
  cancelCohort,
  changeCohortCapacity,
  changeGroups,
  cohortRoster,
  exportRoster,
  fillCohortGroups,
  listAllCohorts,
  listCohorts,
  moveCohort,
  moveParticipant,
  openCohort,
  ownCohorts,
} from './contract.ts'
import { cohortMessages, sendMessage } from './contract-messages.ts'
import { changeGroup, fillGroups, noCohort } from './domain/cohort-decisions.ts'
import type { RecordLists } from './record-lists.ts'
import type { SeatRows } from './seats/seat-rows.ts'

export interface ProgramParts {
  cohorts: Cohorts
  list: CohortList
  messages: CohortMessages
  customers: Customers
  audit: AuditLog
  database: Database
  reads: AuditedReads
  records: RecordLists
  changes: CohortChanges
  seats: SeatRows
  organizations: Organizations
}

export function mountProgramRoutes(api: ApiRouter, parts: ProgramParts): void {
  const {
    cohorts,
    list,
    messages,
    customers,
    audit,
    database,
    reads,
    records,
    changes,
    seats,
    organizations,
  } = parts

  const named = async (cohort: ListedCohort, isVisible = true) => {
    const { organizationId } = cohort
    const organization = isVisible && organizationId !== null ? await organizations.get(organizationId) : null
    return { ...cohort, organization: organization?.name ?? null }
  }

  const cohortResponse = async (id: string) => {
    const cohort = (await list.all()).find((each) => each.id === id)
    if (cohort === undefined) throw noCohort()
    return { cohort: await named(cohort) }
  }

  api.serve(listCohorts, async () => ({ cohorts: await list.upcoming() }))

  api.serve(ownCohorts, async ({ params: { id: organizationId } }, { actor }) => {
    await organizations.assertManages(actor.userId, organizationId)
    return { cohorts: await list.upcoming({ organizationId }) }
  })

  api.serve(listAllCohorts, async (_, { actor }) => {
    const all = await list.all()
    return { cohorts: await Promise.all(all.map((cohort) => named(cohort, actor.role !== 'viewer'))) }
  })

  api.serve(openCohort, async ({ body: { id, capacity, organizationId, ...plan } }, call) => {
    if (organizationId !== null && (await organizations.get(organizationId)) === null)
      throw new AppError('not-found', 'ORGANIZATION_NOT_FOUND', 'There is no organization of this id.')
    await cohorts.open(id, { plan, capacity, organizationId }, call)
    return cohortResponse(id)
  })

  api.serve(moveCohort, async ({ params: { id }, body }, call) => {
    await cohorts.move(id, body, call)
    return cohortResponse(id)
  })

  api.serve(changeCohortCapacity, async ({ params: { id }, body: { capacity } }, call) => {
    await cohorts.changeCapacity(id, capacity, call)
    return cohortResponse(id)
  })

  api.serve(cancelCohort, async ({ params: { id } }, call) => {
    await cohorts.cancel(id, call)
    return cohortResponse(id)
  })

  api.serve(
    moveParticipant,
    async ({ params: { id, orderId }, body: { cohortId, ...change } }, { actor }) => {
      await changes.byStaff({ orderId, from: id, to: cohortId, ...change }, actor)
    },
  )

  /** Names of unclaimed seats, with their organizations, by the ids of the seats. */
  const unclaimedNames = async (unclaimedSeats: readonly { orderId: string }[]) => {
    const found = await seats.ofIds(unclaimedSeats.map(({ orderId }) => orderId))
    return new Map(
      await Promise.all(
        found.map(async ({ id, number, organizationId }): Promise<[string, string]> => {
          const organization = await organizations.get(organizationId)
          return [id, `Seat ${number} of ${organization?.name ?? 'an organization'}, not claimed`]
        }),
      ),
    )
  }

  const rosterOf = async (id: string) => {
    const orders = await list.orders(id)
    const people = await customers.getMany(orders.map(({ buyerId }) => buyerId))
    const unclaimed = await unclaimedNames(orders.filter(({ buyerId }) => buyerId === ''))
    return orders.map(({ buyerId, ...order }) => {
      const person = people.get(buyerId)
      return {
        ...order,
        name:
          person === undefined
            ? (unclaimed.get(order.orderId) ?? null)
            : `${person.firstName} ${person.lastName}`.trim(),
        email: person?.email ?? null,
      }
    })
  }

  api.serve(cohortRoster, async ({ params: { id } }, call) => {
    const [orders, emptySeats] = await Promise.all([rosterOf(id), list.emptySeats(id)])
    if (call.actor.role === 'viewer')
      return { orders: orders.map((order) => ({ ...order, name: null, email: null })), emptySeats }
    await reads.record({ by: call.actor.username, address: call.address }, 'Read a roster', `Cohort ${id}`)
    return { orders, emptySeats }
  })

  api.serve(changeGroups, async ({ params: { id }, body: { orderId, group } }, call) => {
    await cohorts.change(id, call, (cohort) => changeGroup(cohort, orderId, group))
  })

  api.serve(fillCohortGroups, async ({ params: { id } }, call) => {
    const taken = (await list.orders(id)).filter(({ standing }) => standing === 'taken')
    const people = await customers.getMany(taken.map(({ buyerId }) => buyerId))
    const bought = await seats.ofIds(taken.map(({ orderId }) => orderId))
    const places = taken.map(({ orderId, buyerId, place, group }) => ({
      place: place ?? 0,
      group,
      organization:
        bought.find((seat) => seat.id === orderId)?.organizationId ??
        people.get(buyerId)?.company?.toLowerCase() ??
        null,
    }))
    await cohorts.change(id, call, (cohort) => fillGroups(cohort, places))
  })

  api.serve(exportRoster, async ({ params: { id } }, call) => {
    const { cohort } = await cohortResponse(id)
    const subject = cohortSubject(cohort.startsOn)
    await audit.record(database.sql, {
      by: call.actor.username,
      action: 'Exported roster',
      subject,
      changes: [],
    })
    const orders = await rosterOf(id)
    const attendance = await records.of(
      id,
      orders.map(({ orderId }) => orderId),
    )
    const lines = orders.map(({ place, standing, name, email, orderId, refundAsked }) => {
      const attended = attendance.get(orderId)?.weeksAttended ?? []
      const wantsRefund = refundAsked ? 'yes' : ''
      return csvLine([
        place,
        standing,
        name,
        email,
        orderId,
        wantsRefund,
        attended.length,
        attended.join(' '),
      ])
    })
    const filename = `roster-${cohort.startsOn}.csv`
    call.res.type('text/csv').set('content-disposition', `attachment; filename="${filename}"`)
    const header = [
      'place',
      'standing',
      'name',
      'email',
      'order',
      'wants_refund',
      'weeks_attended',
      'labs_of_weeks',
    ]
    call.res.send(csvHead(header) + lines.join(''))
    return undefined
  })

  api.serve(sendMessage, async ({ params: { id }, body }, { actor }) => ({
    recipients: await messages.send(id, body, actor),
  }))

  api.serve(cohortMessages, async ({ params: { id } }, call) => {
    const sent = await messages.ofCohort(id)
    const seesPeople = await reads.seesPeople(call, 'Read emails to a cohort', `Cohort ${id}`, sent.length)
    return {
      messages: seesPeople ? sent : sent.map((message) => ({ ...message, subject: null, text: null })),
    }
  })
}
