import { Database } from '#platform/database/database.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { CohortMessages } from './cohort-messages.ts'
import { Participants } from './participants.ts'
import { RecordLists } from './record-lists.ts'
import { programTables } from './tables.ts'

/** Personal data of participants: assignments with answers, messages, attendance and coaching. */
export class ProgramPersonalData extends PersonalData {
  readonly name = 'program'
  static readonly needs = {
    database: Database,
    participants: Participants,
    lists: RecordLists,
    messages: CohortMessages,
  }
  readonly #parts: Given<typeof ProgramPersonalData.needs>

  constructor(parts: Given<typeof ProgramPersonalData.needs>) {
    super()
    this.#parts = parts
  }

  override async export({ userId }: Person): Promise<unknown> {
    const own = await this.#parts.participants.ofBuyer(userId, 'any')
    return Promise.all(
      own.map(async ({ orderId, cohort, showsName, reportConsent }) => {
        const record = (await this.#parts.lists.of(cohort.id, [orderId])).get(orderId)
        return {
          orderId,
          cohortStartsOn: cohort.startsOn,
          showsName,
          reportConsent,
          weeksAttended: record?.weeksAttended ?? [],
          labs: record?.labs ?? [],
          assignments: (record?.assignments ?? []).map(
            ({ number, state, handedInAt, answeredAt, text, link, words }) => ({
              number,
              state,
              handedInAt,
              answeredAt,
              text,
              link,
              words,
            }),
          ),
          coaching: [...(record?.coaching ?? [])].map(([session, at]) => ({ session, at })),
          messages: await this.#parts.messages.received(orderId),
        }
      }),
    )
  }

  /**
   * Deletes texts, links, answers, and messages without other recipients. The facts stay: that an assignment was submitted
   * and accepted (under the order's id), and that a message was sent.
   */
  override async erase({ userId }: Person): Promise<void> {
    await this.#parts.database.rawTransaction(async (sql) => {
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
