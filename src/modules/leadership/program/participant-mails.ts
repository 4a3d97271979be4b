import { z } from 'zod'
import type { Customers } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobOf, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { greeting } from '#platform/mail/greeting.ts'
import { type MailContent, mailLayout } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { contactLines } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { finalAccount } from '../domain/cohort-record.ts'
import { programTables } from './tables.ts'

/** Sends a staff message to one of its recipients. */
export const messageMail = defineJob({
  queue: 'program.message-mail',
  data: z.object({ messageId: z.uuid(), orderId: z.uuid() }),
  retryLimit: triesOverDays,
})

/** Sends a coach's answer to an assignment. */
export const answerMail = defineJob({
  queue: 'program.answer-mail',
  data: z.object({ submissionId: z.uuid() }),
  retryLimit: triesOverDays,
})

export interface ParticipantMailParts {
  database: Database
  customers: Customers
  mailer: Mailer
  clock: Clock
  config: Config
  settings: Settings
}

interface ParticipantMail extends Pick<MailContent, 'preheader' | 'heading' | 'prose' | 'quote'> {
  subject: string
  paragraphs?: string[]
}

/** Mails from staff to single participants. */
export class ParticipantMails extends JobHandlers {
  readonly #parts: ParticipantMailParts

  constructor(parts: ParticipantMailParts) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(messageMail, (job) => this.#message(job))
    registry.handle(answerMail, (job) => this.#answer(job))
  }

  /**
   * Sends a message once for each recipient: the row records the delivery. A recipient without a paid place in the cohort, or
   * without an account, gets no mail, and the row records that.
   */
  async #message({ data: { messageId, orderId } }: JobOf<typeof messageMail>): Promise<void> {
    const { database, clock } = this.#parts
    const tables = programTables(database.sql)
    const message = await tables
      .selectFrom('program_message_recipient as r')
      .innerJoin('program_message as m', 'm.id', 'r.messageId')
      .leftJoin('program_place as p', (join) =>
        join.onRef('p.orderId', '=', 'r.orderId').onRef('p.cohortId', '=', 'm.cohortId'),
      )
      .select(['m.subject', 'm.text', 'p.takenAt'])
      .where('r.messageId', '=', messageId)
      .where('r.orderId', '=', orderId)
      .where('r.deliveredAt', 'is', null)
      .where('r.droppedAt', 'is', null)
      .executeTakeFirst()
    if (message === undefined) return
    const { subject, text, takenAt } = message
    const mail = { subject, preheader: '', heading: subject, prose: text }
    const sent =
      takenAt !== null && (await this.#send(orderId, `program-message-${messageId}-${orderId}`, mail))
    await tables
      .updateTable('program_message_recipient')
      .set(sent ? { deliveredAt: clock.now() } : { droppedAt: clock.now() })
      .where('messageId', '=', messageId)
      .where('orderId', '=', orderId)
      .execute()
  }

  /** Sends nothing if the participant has submitted again meanwhile, was erased, or was refunded. */
  async #answer({ data: { submissionId } }: JobOf<typeof answerMail>): Promise<void> {
    const answered = await programTables(this.#parts.database.sql)
      .selectFrom('program_assignment as a')
      .innerJoin('program_enrollment as e', 'e.orderId', 'a.orderId')
      .select(['a.orderId', 'a.number', 'a.state', 'a.words'])
      .where('a.submissionId', '=', submissionId)
      .where('a.text', 'is not', null)
      .where('e.claim', '=', 'paid')
      .executeTakeFirst()
    if (answered === undefined || answered.state === 'waiting') return
    const { orderId, number, state, words } = answered
    const assignmentName = number === finalAccount ? 'final account' : `assignment of week ${number}`
    await this.#send(orderId, `program-answer-${submissionId}`, {
      subject: `Your ${assignmentName} is ${state}`,
      preheader: state === 'accepted' ? 'Your coach has accepted it.' : 'Your coach says what is missing.',
      heading: `Your ${assignmentName} is ${state}`,
      paragraphs: [
        state === 'accepted'
          ? 'Your coach has read it and accepted it.'
          : 'Your coach has read it and returned it. You can hand it in anew on your program page.',
        ...(words ? ['Your coach writes:'] : []),
      ],
      ...(words ? { quote: words } : {}),
    })
  }

  /** @returns false if the buyer no longer has an account */
  async #send(orderId: string, key: string, mail: ParticipantMail): Promise<boolean> {
    const { database, customers, mailer, config, settings } = this.#parts
    const enrollment = await programTables(database.sql)
      .selectFrom('program_enrollment')
      .select('buyerId')
      .where('orderId', '=', orderId)
      .executeTakeFirst()
    const buyer = enrollment === undefined ? null : await customers.get(enrollment.buyerId)
    if (buyer === null) return false
    const { subject, paragraphs = [], ...content } = mail
    await mailer.send({
      to: buyer.email,
      reason: 'confirmed',
      subject,
      key,
      ...mailLayout({
        ...content,
        paragraphs: [greeting(buyer.firstName), ...paragraphs],
        button: { label: 'Open your program', url: `${config.publicUrl}/program?order=${orderId}` },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
    return true
  }
}
