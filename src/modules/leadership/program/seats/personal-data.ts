import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { programTables } from '../tables.ts'
import type { SeatRows } from './seat-rows.ts'

/** What seats say of a person: to whom they are offered, by address, and who has claimed them, by id. */
export class SeatPersonalData extends PersonalData {
  readonly name = 'seats'
  readonly #database: Database
  readonly #rows: SeatRows

  constructor(database: Database, rows: SeatRows) {
    super()
    this.#database = database
    this.#rows = rows
  }

  override async export({ userId, email }: Person): Promise<unknown> {
    const seats = await this.#rows.ofPerson(userId, email)
    return seats.map(({ id, organizationId, state, person, claimedAt, cohort }) => ({
      ...{ seatId: id, organizationId, state, invitedAt: person?.invitedAt ?? null },
      ...{ claimedAt, cohortStartsOn: cohort?.startsOn ?? null },
    }))
  }

  /** The address goes: its link says nothing any more. That a seat was claimed stays, under an id. */
  override async erase({ email }: Person): Promise<void> {
    await programTables(this.#database.sql)
      .deleteFrom('program_seat_person')
      .where('email', '=', email)
      .execute()
  }
}
