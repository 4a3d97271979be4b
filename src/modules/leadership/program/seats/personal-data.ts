import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { programTables } from '../tables.ts'
import type { SeatRows } from './seat-rows.ts'

/** Personal data of seats: the addresses of invited people, and the ids of participants. */
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

  /** Deletes the address, which invalidates its link. The participant's id stays. */
  override async erase({ email }: Person): Promise<void> {
    await programTables(this.#database.sql)
      .deleteFrom('program_seat_person')
      .where('email', '=', email)
      .execute()
  }
}
