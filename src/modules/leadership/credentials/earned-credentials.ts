import { type Customer, Customers } from '#modules/identity/index.ts'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { CohortList, hasParticipant } from '../cohorts/cohort-list.ts'
import { type CohortPlan, lastDay } from '../cohorts/domain/cohort-plan.ts'
import { type Participant, Participants } from '../cohorts/participants.ts'
import { type OwnRecord, RecordLists } from '../cohorts/record-lists.ts'
import { EnrollmentStandings } from '../cohorts/seats/enrollment-standings.ts'
import { type Done, doneOf } from './credential-document.ts'
import type { OrderStanding } from './domain/credential-decisions.ts'
import { isEarned, type Missing, missingOf } from './domain/earned.ts'
import { credentialTables } from './tables.ts'

/** A participant with the record that counts for the award, and the contents of the certificate. */
export interface Candidate {
  orderId: string
  buyerId: string
  cohortId: string
  startsOn: string
  endsOn: string
  /** Null for an erased person. */
  person: Customer | null
  /** The name chosen for the certificate, otherwise that of the account. */
  name: string
  missing: Missing
  /** The cohort's last day, before which nothing is awarded; null from that day on. */
  notBefore: string | null
  done: Done
  /** Null for an unpaid order. */
  standing: OrderStanding | null
  holdsPlace: boolean
  /** Whether the participant agreed to be in the directory. */
  isPublic: boolean
}

export const isReady = ({ missing, notBefore, standing, holdsPlace, person }: Candidate): boolean =>
  isEarned(missing) && notBefore === null && standing === 'good' && holdsPlace && person !== null

const noRecord: OwnRecord = { labs: [], weeksAttended: [], assignments: [], coaching: new Map() }

/** Finds the participants who meet the rule of the award. */
export class EarnedCredentials {
  static readonly needs = {
    database: Database,
    clock: Clock,
    participants: Participants,
    records: RecordLists,
    roster: CohortList,
    customers: Customers,
    standings: EnrollmentStandings,
  }
  readonly #parts: Given<typeof EarnedCredentials.needs>

  constructor(parts: Given<typeof EarnedCredentials.needs>) {
    this.#parts = parts
  }

  /** The participants who have a paid place in a cohort. */
  async ofCohort(cohortId: string): Promise<Candidate[]> {
    const roster = await this.#parts.roster.orders(cohortId)
    return this.ofOrders(roster.filter(hasParticipant).map(({ orderId }) => orderId))
  }

  /** The participants of these orders; orders without a cohort are absent. */
  async ofOrders(orderIds: readonly string[]): Promise<Candidate[]> {
    if (orderIds.length === 0) return []
    const { participants, customers, standings, clock } = this.#parts
    const found = await participants.ofOrders(orderIds)
    const people = await customers.getMany(found.map(({ buyerId }) => buyerId))
    const standingById = await standings.of(found.map(({ orderId }) => orderId))
    const choices = await this.#choices(orderIds)
    const records = await this.#records(found)
    return found.map(({ orderId, buyerId, holdsPlace, cohort }) => {
      const record = records.get(orderId) ?? noRecord
      const person = people.get(buyerId) ?? null
      const sessions = cohort.coachingWeeks.length
      const now = clock.now()
      const plan = planOf(cohort)
      return {
        orderId,
        buyerId,
        holdsPlace,
        person,
        ...plan,
        name:
          choices.get(orderId)?.name ??
          (person === null ? '' : `${person.firstName} ${person.lastName}`.trim()),
        isPublic: choices.get(orderId)?.isPublic ?? false,
        missing: missingOf(record, sessions, now),
        notBefore: plan.endsOn > now.toISOString().slice(0, 10) ? plan.endsOn : null,
        done: doneOf(record, sessions),
        standing: standingById.get(orderId) ?? null,
      }
    })
  }

  async #records(found: readonly Participant[]): Promise<Map<string, OwnRecord>> {
    const cohorts = Map.groupBy(found, ({ cohort }) => cohort.id)
    const lists = [...cohorts].map(([cohortId, members]) =>
      this.#parts.records.of(
        cohortId,
        members.map(({ orderId }) => orderId),
      ),
    )
    return new Map((await Promise.all(lists)).flatMap((each) => [...each]))
  }

  async #choices(orderIds: readonly string[]) {
    const rows = await credentialTables(this.#parts.database.sql)
      .selectFrom('program_credential_choice')
      .select(['orderId', 'name', 'isPublic'])
      .where('orderId', 'in', orderIds)
      .execute()
    return new Map(rows.map((row) => [row.orderId, row]))
  }
}

const planOf = ({ id, startsOn }: CohortPlan & { id: string }) => ({
  cohortId: id,
  startsOn,
  endsOn: lastDay(startsOn),
})
