import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { CohortMessages } from './cohort-messages.ts'
import type { Participants } from './participants.ts'
import type { RecordLists } from './record-lists.ts'
import { programTables } from './tables.ts'

/** What the program keeps about people: what they handed in, what was answered and written to them, when they were there. */
export class ProgramPersonalData extends PersonalData {
  readonly name = 'program'
  readonly #database: Database
  readonly #participants: Participants
  readonly #lists: RecordLists
  readonly #messages: CohortMessages

  constructor(database: Database, participants: Participants, lists: RecordLists, messages: CohortMessages) {
    super()
    this.#database = database
    this.#participants = participants
    this.#lists = lists
    this.#messages = messages
  }

  override async export({ userId }: Person): Promise<unknown> {
    const own = await this.#participants.ofBuyer(userId, 'any')
    return Promise.all(
      own.map(async ({ orderId, cohort, showsName }) => {
        const record = (await this.#lists.of(cohort.id, [orderId])).get(orderId)
        return {
          orderId,
          cohortStartsOn: cohort.startsOn,
          showsName,
          weeksAttended: record?.weeksAttended ?? [],
          assignments: (record?.assignments ?? []).map(
            ({ number, state, handedInAt, answeredAt, text, link, words }) => ({
              ...{ number, state, handedInAt, answeredAt, text, link, words },
            }),
          ),
          coaching: [...(record?.coaching ?? [])].map(([session, at]) => ({ session, at })),
          messages: await this.#messages.received(orderId),
        }
      }),
    )
  }

  /** Texts, links and answers go; that something was handed in and accepted stays, under the id of the order. */
  override async erase({ userId }: Person): Promise<void> {
    const tables = programTables(this.#database.sql)
    await tables
      .updateTable('program_assignment')
      .set({ text: null, link: null, words: null })
      .where(
        'order_id',
        'in',
        tables.selectFrom('program_enrollment').select('order_id').where('buyer_id', '=', userId),
      )
      .execute()
    await tables
      .deleteFrom('program_participation')
      .where(
        'order_id',
        'in',
        tables.selectFrom('program_enrollment').select('order_id').where('buyer_id', '=', userId),
      )
      .execute()
  }
}
