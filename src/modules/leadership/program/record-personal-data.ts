import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { CohortMessages } from './cohort-messages.ts'
import type { Participants } from './participants.ts'
import type { RecordLists } from './record-lists.ts'
import { programTables } from './tables.ts'

/** Personal data of participants: assignments with answers, messages, attendance and coaching. */
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

  /**
   * Deletes texts, links, answers, and messages without other recipients. The facts stay: that an assignment was submitted
   * and accepted (under the order's id), and that a message was sent.
   */
  override async erase({ userId }: Person): Promise<void> {
    await this.#database.rawTransaction(async (sql) => {
      const tables = programTables(sql)
      const own = tables.selectFrom('program_enrollment').select('orderId').where('buyerId', '=', userId)
      await tables
        .updateTable('program_assignment')
        .set({ text: null, link: null, words: null })
        .where('orderId', 'in', own)
        .execute()
      await tables.deleteFrom('program_participation').where('orderId', 'in', own).execute()
      const received = await tables
        .deleteFrom('program_message_recipient')
        .where('orderId', 'in', own)
        .returning('messageId')
        .execute()
      if (received.length === 0) return
      const others = tables.selectFrom('program_message_recipient').select('messageId')
      await tables
        .updateTable('program_message')
        .set({ subject: '', text: '' })
        .where(
          'id',
          'in',
          received.map(({ messageId }) => messageId),
        )
        .where('id', 'not in', others)
        .execute()
    })
  }
}
