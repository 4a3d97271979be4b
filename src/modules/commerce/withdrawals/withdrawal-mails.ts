import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { refundCases } from '../rules.ts'
import { withdrawalTables } from './tables.ts'

interface Parts {
  database: Database
}
const data = z.object({ id: z.uuid() })

/** A statement whose person is not erased, and what its mails have in common. */
async function read({ database }: Parts, id: string) {
  const tables = withdrawalTables(database.sql)
  const said = await tables
    .selectFrom('commerce_withdrawal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (said === undefined || said.email === '') return null
  const what = said.refundCase === null ? 'withdrawal' : 'request for a refund'
  return {
    said,
    what,
    mail: {
      to: said.email,
      // Whoever states the address need not be its owner.
      reason: { form: 'withdrawal' as const },
      rows: [
        { label: 'Name', value: said.name },
        { label: 'Order', value: said.orderNumber },
        { label: 'Email', value: said.email },
        ...(said.refundCase === null ? [] : [{ label: 'Reason', value: refundCases[said.refundCase] }]),
        { label: 'Received', value: `${said.receivedAt.toISOString().slice(0, 19).replace('T', ' ')} UTC` },
      ],
    },
  }
}

/** The same for every statement, also for one that matches no order: it must not tell whether there is one. */
export const acknowledgement = defineMail({
  queue: 'commerce.withdrawal-acknowledgement',
  data,
  async compose({ data: { id } }, parts: Parts) {
    const found = await read(parts, id)
    return (
      found && {
        ...found.mail,
        subject: `We have received your ${found.what}`,
        key: `withdrawal-${id}`,
        preheader: 'With its content, date and time.',
        paragraphs: [
          found.said.refundCase === null
            ? 'You have stated that you withdraw from this contract. This is what we received:'
            : 'You have asked for a refund. This is what we received:',
          'If the order is yours, we answer by email.',
        ],
      }
    )
  },
})

/** What became of a statement, unless it was paid by the rule: then the mail about the refund says it. */
export const answerMail = defineMail({
  queue: 'commerce.withdrawal-answer',
  data,
  async compose({ data: { id } }, parts: Parts) {
    const found = await read(parts, id)
    if (found === null) return null
    const { state, answer, decision } = found.said
    const words = { refunded: 'We refund your order.', refused: 'We cannot refund your order.' }
    return {
      ...found.mail,
      subject: `About your ${found.what}`,
      key: `withdrawal-answer-${id}`,
      preheader: 'Our answer.',
      paragraphs: [state === 'refunded' || state === 'refused' ? words[state] : decision, answer].filter(
        (words) => words !== '',
      ),
    }
  },
})
