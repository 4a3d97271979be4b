import { z } from 'zod'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { type Mail, toAccount } from '#platform/mail/mailer.ts'
import { finalAccount } from './domain/cohort-record.ts'
import type { ProgramMailParts } from './mail-parts.ts'
import { programTables } from './tables.ts'

/**
 * Sends a message once for each recipient: the row records the delivery. A recipient without a paid place in the cohort, or
 * without an account, gets no mail, and the row records that.
 */
export const messageMail = defineMail({
  queue: 'program.message-mail',
  data: z.object({ messageId: z.uuid(), orderId: z.uuid() }),
  async compose({ data: { messageId, orderId } }, parts: ProgramMailParts) {
    const found = await programTables(parts.database.sql)
      .selectFrom('program_message_recipient as r')
      .innerJoin('program_message as m', 'm.id', 'r.messageId')
      .innerJoin('program_place as p', (join) =>
        join.onRef('p.orderId', '=', 'r.orderId').onRef('p.cohortId', '=', 'm.cohortId'),
      )
      .select(['m.subject', 'm.text'])
      .where('r.messageId', '=', messageId)
      .where('r.orderId', '=', orderId)
      .where('r.deliveredAt', 'is', null)
      .where('r.droppedAt', 'is', null)
      .where('p.takenAt', 'is not', null)
      .executeTakeFirst()
    if (found === undefined) return null
    const content = { subject: found.subject, preheader: '', prose: found.text, paragraphs: [] }
    return toParticipant(orderId, `program-message-${messageId}-${orderId}`, content, parts)
  },
  async after({ data: { messageId, orderId } }, { database, clock }, results) {
    await programTables(database.sql)
      .updateTable('program_message_recipient')
      .set(results.length > 0 ? { deliveredAt: clock.now() } : { droppedAt: clock.now() })
      .where('messageId', '=', messageId)
      .where('orderId', '=', orderId)
      .where('deliveredAt', 'is', null)
      .where('droppedAt', 'is', null)
      .execute()
  },
})

/** A coach's answer to an assignment. Not needed if the participant has submitted again meanwhile, was erased, or was refunded. */
export const answerMail = defineMail({
  queue: 'program.answer-mail',
  data: z.object({ submissionId: z.uuid() }),
  async compose({ data: { submissionId } }, parts: ProgramMailParts) {
    const answered = await programTables(parts.database.sql)
      .selectFrom('program_assignment as a')
      .innerJoin('program_enrollment as e', 'e.orderId', 'a.orderId')
      .select(['a.orderId', 'a.number', 'a.state', 'a.words'])
      .where('a.submissionId', '=', submissionId)
      .where('a.text', 'is not', null)
      .where('e.claim', '=', 'paid')
      .executeTakeFirst()
    if (answered === undefined || answered.state === 'waiting') return null
    const { orderId, number, state, words } = answered
    const assignmentName = number === finalAccount ? 'final account' : `assignment of week ${number}`
    const theme = (await parts.programs.ofOrder(orderId))?.themes[number - 1] ?? ''
    const named = `your ${assignmentName}${theme && `, “${theme}”,`}`
    const content = {
      subject: `Your ${assignmentName} is ${state}`,
      preheader:
        state === 'accepted' ? 'Your coach has accepted it.' : 'Your coach explains what is missing.',
      paragraphs: [
        state === 'accepted'
          ? `Your coach has read ${named} and accepted it.`
          : `Your coach has read ${named} and returned it. You can change it and hand it in again on your program page.`,
        ...(words ? ['Your coach writes:'] : []),
      ],
      ...(words && { quote: words }),
    }
    return toParticipant(orderId, `program-answer-${submissionId}`, content, parts)
  },
})

/** Null if the buyer no longer has an account. */
async function toParticipant(
  orderId: string,
  key: string,
  content: Pick<Mail, 'subject' | 'preheader' | 'paragraphs' | 'prose' | 'quote'>,
  { database, customers, config }: ProgramMailParts,
): Promise<Mail | null> {
  const enrollment = await programTables(database.sql)
    .selectFrom('program_enrollment')
    .select('buyerId')
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  const buyer = enrollment === undefined ? null : await customers.get(enrollment.buyerId)
  if (buyer === null) return null
  const url = `${config.publicUrl}/program?order=${orderId}`
  return {
    ...toAccount(buyer),
    key,
    ...content,
    button: { label: 'Open your program', url },
  }
}
