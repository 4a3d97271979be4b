import { dayInWords } from '#modules/leadership/index.ts'
import type { MailRow } from '#platform/mail/layout.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { shortOrderId } from '../../domain/document-names.ts'
import { warningDays } from '../../rules.ts'
import { flagWords } from '../search/contract-flags.ts'
import { mailKinds } from './contract-mail-kinds.ts'
import { type FinanceTasks, listed } from './finance-tasks.ts'

/** Whether there are no tasks; then no mail is sent. */
export function isQuiet(tasks: FinanceTasks): boolean {
  const { differences, flags, mails, refundsAsked, papers, comparison } = tasks
  const mail = mails.failed + mails.late
  const waiting = differences.total + flags.length + mail + refundsAsked.length + papers.length
  return waiting === 0 && comparison === null
}

/**
 * The daily mail to finance in words, without anything about people.
 * @param adminUrl of the admin screen.
 */
export function financeWords(
  tasks: FinanceTasks,
  adminUrl: string,
): Pick<Mail, 'subject' | 'heading' | 'preheader' | 'paragraphs' | 'rows' | 'button'> {
  const { differences, flags, mails, refundsAsked, papers, comparison } = tasks
  const unsent = mails.failed + mails.late
  const parts = [
    ...some(differences.total, 'open difference', 'open differences'),
    ...some(flags.length, 'new flag', 'new flags'),
    ...some(unsent, 'email not sent', 'emails not sent'),
    ...some(refundsAsked.length, 'buyer wants money back', 'buyers want money back'),
    ...some(papers.length, 'paper expires', 'papers expire'),
    ...(comparison === null ? [] : ['comparison broke off']),
  ]
  const subject = `Finance: ${parts.join(', ')}`
  return {
    subject,
    heading: 'What finance has to look at',
    preheader: parts.join(', '),
    paragraphs: [
      ...(differences.total === 0 ? [] : [differenceText(differences)]),
      ...(flags.length === 0
        ? []
        : [
            `${count(flags.length, 'flag was', 'flags were')} raised since the last of these emails. Open each order and decide what to do.`,
          ]),
      ...(unsent === 0 ? [] : [mailText(mails)]),
      ...(refundsAsked.length === 0
        ? []
        : [
            `${count(refundsAsked.length, 'buyer has', 'buyers have')} paid, found no place in a cohort and asked for the money back in full. Open each order and refund it.`,
          ]),
      ...(papers.length === 0
        ? []
        : [
            `${count(papers.length, 'paper', 'papers')} of the vendor pack ${papers.length === 1 ? 'expires' : 'expire'} within ${warningDays} days. Companies do not get an expired paper: replace it under Finance, Vendor pack.`,
          ]),
      ...(comparison === null
        ? []
        : [
            `The last comparison with Stripe broke off: ${comparison}. Open Finance, Reconciliation with Stripe, and compare again.`,
          ]),
    ],
    rows: rowsOf(tasks, adminUrl),
    button: { label: 'Open Finance', url: `${adminUrl}/finance` },
  }
}

function differenceText({ total, fresh }: FinanceTasks['differences']): string {
  const ofSeveral = fresh === 0 ? 'none of them new' : `${fresh} of them new`
  const ofOne = fresh === 0 ? 'as in an earlier email' : 'and it is new'
  const news = total === 1 ? ofOne : ofSeveral
  return `${count(total, 'difference', 'differences')} between Stripe and the order log ${total === 1 ? 'is' : 'are'} open, ${news}. Settle each under Finance, Reconciliation with Stripe.`
}

function mailText({ failed, late }: FinanceTasks['mails']): string {
  const parts = [
    ...some(failed, 'email to a buyer has failed', 'emails to buyers have failed'),
    ...some(late, 'is late', 'are late'),
  ]
  return `${parts.join(', ')}. Send them again under Finance, Emails to buyers.`
}

function rowsOf(tasks: FinanceTasks, adminUrl: string): MailRow[] {
  const { differences, flags, mails, refundsAsked, papers } = tasks
  const order = (id: string): Pick<MailRow, 'value' | 'url'> => ({
    value: `Order ${shortOrderId(id)}`,
    url: `${adminUrl}/orders/${id}`,
  })
  const groups: MailRow[][] = [
    differences.first.map(({ orderId, intentId, logSays, stripeSays, kind }) => {
      const label = `Difference: the log says "${logSays}", Stripe says "${stripeSays}"`
      const known = orderId !== null && kind !== 'lost-order' && kind !== 'unknown-order'
      return known ? { label, ...order(orderId) } : { label, value: `Payment ${intentId}` }
    }),
    flags
      .slice(0, listed)
      .map(({ orderId, reason }) => ({ label: `Flag: ${flagWords(reason)}`, ...order(orderId) })),
    mails.first.map(({ kind, state, orderId }) => ({
      label: `Email ${state === 'failed' ? 'failed' : 'late'}: ${mailKinds[kind].name}`,
      ...order(orderId),
    })),
    refundsAsked.slice(0, listed).map((orderId) => ({ label: 'Wants the money back', ...order(orderId) })),
    papers.map(({ id, title, expiresOn }) => ({
      label: `Expires on ${dayInWords(expiresOn)}`,
      value: title,
      url: `${adminUrl}/finance/papers/${id}`,
    })),
  ]
  const totals = [differences.total, flags.length, mails.failed + mails.late, refundsAsked.length]
  return groups.flatMap((rows, index) => {
    const more = (totals[index] ?? 0) - rows.length
    return more > 0 ? [...rows, { label: 'And more', value: String(more) }] : rows
  })
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`
const some = (number: number, one: string, many: string): string[] =>
  number === 0 ? [] : [count(number, one, many)]
