import { AuditLog } from '#platform/audit/audit-log.ts'
import type { InputOf, OutputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { cohortSubject } from './cohort-audit.ts'
import { CohortList, hasParticipant } from './cohort-list.ts'
import type { cohortMessages, sendMessage } from './contract-messages.ts'
import { noCohort } from './domain/cohort-decisions.ts'
import { messageMail } from './participant-mails.ts'
import { programTables } from './tables.ts'

export type MessageToSend = Omit<InputOf<typeof sendMessage>['body'], 'orderIds'> & {
  orderIds: readonly string[]
}

export type SentMessage = OutputOf<typeof cohortMessages>['messages'][number]

/** Mails from staff to participants. Each recipient has a row and a job, stored in one transaction. */
export class CohortMessages {
  static readonly needs = {
    database: Database,
    jobs: Jobs,
    audit: AuditLog,
    list: CohortList,
    clock: Clock,
  }
  readonly #parts: Given<typeof CohortMessages.needs>

  constructor(parts: Given<typeof CohortMessages.needs>) {
    this.#parts = parts
  }

  /**
   * A buyer with two orders gets one mail.
   * @returns the number of recipients
   * @throws AppError not-found `COHORT_NOT_FOUND`; conflict `PARTICIPANTS_CHANGED` if an order no longer has a
   *   place there, `MESSAGE_EXISTS` for the id of another message
   */
  async send(cohortId: string, message: MessageToSend, by: StaffActor): Promise<number> {
    const { messageId, subject, text, orderIds } = message
    const orders = new Map(
      (await this.#parts.list.orders(cohortId))
        .filter(hasParticipant)
        .map(({ orderId, buyerId }) => [orderId, buyerId]),
    )
    const earlier = await this.#stored(messageId)
    if (earlier !== undefined) {
      if (earlier.cohortId !== cohortId || earlier.subject !== subject || earlier.text !== text)
        throw new AppError('conflict', 'MESSAGE_EXISTS', 'Another email was sent under this id.')
      return Number(earlier.recipients)
    }
    if (orderIds.some((orderId) => !orders.has(orderId)))
      throw new AppError(
        'conflict',
        'PARTICIPANTS_CHANGED',
        'Not sent: who takes part has changed meanwhile. Please look at the list again.',
      )
    const ofBuyers = new Map(orderIds.map((orderId) => [orders.get(orderId), orderId]))
    const recipients = [...ofBuyers.values()]
    await this.#parts.database.rawTransaction(async (sql) => {
      const tables = programTables(sql)
      const cohort = await tables
        .selectFrom('program_cohort')
        .select('startsOn')
        .where('id', '=', cohortId)
        .executeTakeFirst()
      if (cohort === undefined) throw noCohort()
      const row = { id: messageId, cohortId, subject, text, sentBy: by.username }
      const stored = await tables
        .insertInto('program_message')
        .values({ ...row, sentAt: this.#parts.clock.now() })
        .onConflict((already) => already.doNothing())
        .returning('id')
        .executeTakeFirst()
      // A concurrent repetition of this call has sent the message.
      if (stored === undefined) return
      await tables
        .insertInto('program_message_recipient')
        .values(recipients.map((orderId) => ({ messageId, orderId })))
        .execute()
      await this.#parts.jobs.enqueue(
        sql,
        ...recipients.map((orderId) =>
          messageMail.request({ messageId, orderId }, { key: `${messageId}:${orderId}` }),
        ),
      )
      await this.#parts.audit.record(sql, {
        by: by.username,
        action: 'Wrote to participants',
        subject: cohortSubject(cohort.startsOn),
        changes: [
          { path: 'message', after: messageId },
          { path: 'recipients', after: recipients.length },
        ],
      })
    })
    return recipients.length
  }

  /** The newest first. */
  async ofCohort(cohortId: string): Promise<SentMessage[]> {
    const rows = await this.#messages().where('m.cohortId', '=', cohortId).execute()
    return rows.map(({ sentBy, recipients, delivered, dropped, ...message }) => ({
      ...message,
      by: sentBy,
      recipients: Number(recipients),
      delivered: Number(delivered),
      dropped: Number(dropped),
    }))
  }

  /** The messages to the participant of an order, for the export of personal data. */
  received(orderId: string): Promise<{ subject: string; text: string; sentAt: Date }[]> {
    return programTables(this.#parts.database.sql)
      .selectFrom('program_message as m')
      .innerJoin('program_message_recipient as r', 'r.messageId', 'm.id')
      .select(['m.subject', 'm.text', 'm.sentAt'])
      .where('r.orderId', '=', orderId)
      .orderBy('m.sentAt')
      .execute()
  }

  #stored(messageId: string) {
    return this.#messages().where('m.id', '=', messageId).executeTakeFirst()
  }

  /** Includes messages whose recipients are all erased. */
  #messages() {
    return programTables(this.#parts.database.sql)
      .selectFrom('program_message as m')
      .leftJoin('program_message_recipient as r', 'r.messageId', 'm.id')
      .select(['m.id', 'm.cohortId', 'm.subject', 'm.text', 'm.sentBy', 'm.sentAt'])
      .select(({ fn }) => [
        fn.count<number>('r.orderId').as('recipients'),
        fn.count<number>('r.deliveredAt').as('delivered'),
        fn.count<number>('r.droppedAt').as('dropped'),
      ])
      .groupBy('m.id')
      .orderBy('m.sentAt', 'desc')
  }
}
