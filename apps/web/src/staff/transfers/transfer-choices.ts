import type { listTransfers } from '#modules/commerce/finance/bank-transfers/contract.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { money, shortOrderId } from '../../lib/format.ts'
import { ledgerDay } from '../finance/moments.ts'

export type Transfer = AnswerOf<typeof listTransfers>['transfers'][number]
export type Unmatched = AnswerOf<typeof listTransfers>['unmatched'][number]

/** The answers that a change of a transfer may alter: all of finance. */
export const transferAnswers = ['/api/finance'] as const

export interface Choice {
  what: 'apply' | 'return' | 'withdraw' | 'refund' | 'reverse' | 'mistake' | 'import' | 'reinstate'
  /** The statement entry of the bank's reversal. */
  key?: string
  /** The order that the money is taken from; empty for the unassigned part. */
  orderId: string
  label: string
  explained: string
}

/** A transfer into a cash balance at Stripe, which moves the money. An order's part is returned by refunding its payment. */
export const isAtStripe = ({ source }: Pick<Transfer, 'source'>): boolean => source === 'stripe'

/** Nothing is left, or less than nothing. */
const isEmpty = (amount: string): boolean => Number(amount) <= 0

/** The actions that the state of a transfer allows. */
export function choicesOf(transfer: Transfer): Choice[] {
  const { unassigned, currency, orders } = transfer
  const left = money(unassigned, currency)
  if (transfer.mistaken)
    return [
      {
        what: 'reinstate',
        orderId: '',
        label: 'Not recorded by mistake',
        explained: `The ${money(transfer.amount, currency)} did arrive: it is unassigned again.`,
      },
    ]
  if (isAtStripe(transfer))
    return isEmpty(unassigned)
      ? []
      : [
          {
            what: 'apply',
            orderId: '',
            label: 'Apply to an order',
            explained: `At most ${left}, and only to an invoice of the same organization that awaits a bank transfer.`,
          },
          {
            what: 'return',
            orderId: '',
            label: 'Return to the sender',
            explained: `Up to the unassigned ${left}. Stripe asks the organization which account to return it to.`,
          },
        ]
  const own: Choice[] = isEmpty(unassigned)
    ? []
    : [
        {
          what: 'apply',
          orderId: '',
          label: 'Apply to an order',
          explained: `At most ${left}, and never more than the order’s open amount.`,
        },
        {
          what: 'return',
          orderId: '',
          label: 'Returned to the sender',
          explained: `Up to the unassigned ${left}.`,
        },
      ]
  const together = transfer.imported?.transfers ?? 1
  const whole: Choice[] =
    together > 1
      ? [
          {
            what: 'import',
            orderId: '',
            label: 'Whole import recorded by mistake',
            explained: `All ${together} transfers of the import that brought this one are taken out of all sums, except those that are applied or were returned. A file that was read wrongly can be imported again.`,
          },
        ]
      : []
  const mistake: Choice[] =
    unassigned === transfer.amount
      ? [
          {
            what: 'mistake',
            orderId: '',
            label: 'Recorded by mistake',
            explained:
              'This money never arrived, or is recorded a second time. It is taken out of all sums; the log keeps it, and later files do not record it again.',
          },
          ...whole,
        ]
      : []
  return [
    ...own,
    ...mistake,
    ...orders
      .filter(({ amount }) => !isEmpty(amount))
      .flatMap(({ orderId, amount }): Choice[] => [
        {
          what: 'withdraw',
          orderId,
          label: `Remove from order ${shortOrderId(orderId)}`,
          explained: `All ${money(amount, currency)}, applied by mistake. The order becomes open again, without a credit note.`,
        },
        {
          what: 'refund',
          orderId,
          label: `Refunded to the payer of order ${shortOrderId(orderId)}`,
          explained: `At most ${money(amount, currency)}. The order gets a credit note.`,
        },
      ]),
  ]
}

/** The bank's reversals that may be of this transfer; the bank did not name it. */
export function reversalsOf(transfer: Transfer, unmatched: Unmatched[]): Choice[] {
  if (isAtStripe(transfer) || transfer.mistaken) return []
  return unmatched
    .filter(
      ({ kind, amount, currency, bookedOn }) =>
        kind === 'reversal' &&
        amount === transfer.amount &&
        currency === transfer.currency &&
        bookedOn >= transfer.bookedOn,
    )
    .map(({ key, bookedOn }, at) => ({
      what: 'reverse',
      orderId: '',
      key,
      label: `Reversed by the bank on ${ledgerDay(bookedOn)}${at === 0 ? '' : ` (${at + 1})`}`,
      explained: 'Its orders become open again, without a credit note, and the full amount is returned.',
    }))
}
