import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { invoiceOfRow } from '../domain/document-names.ts'
import { decideRefund, decideWithdrawal, type RefundCase, withdrawalEnd } from '../domain/withdrawal.ts'
import type { OrderLists } from '../orders/order-lists.ts'
import type { Orders } from '../orders/orders.ts'
import { earlyStart, refundCases } from '../rules.ts'
import {
  agreeEarlyStart,
  answerWithdrawal,
  listWithdrawals,
  stateWithdrawal,
  withdrawalOfOrder,
} from './contract.ts'
import { withdrawalSettings } from './withdrawal-settings.ts'
import type { Withdrawals } from './withdrawals.ts'

interface WithdrawalRouteParts {
  withdrawals: Withdrawals
  lists: OrderLists
  orders: Orders
  settings: Settings
  reads: AuditedReads
}

export function mountWithdrawalRoutes(
  api: ApiRouter,
  { withdrawals, lists, orders, settings, reads }: WithdrawalRouteParts,
): void {
  api.serve(stateWithdrawal, async ({ body }) => ({ receivedAt: await withdrawals.state(body) }))

  api.serve(withdrawalOfOrder, async ({ params }, call) => {
    const { loaded, row, buyer } = await lists.ofBuyerById(call.actor.userId, params.id)
    const { euConsumers } = await settings.read(withdrawalSettings)
    const facts = await withdrawals.factsOf(loaded)
    const byLaw = decideWithdrawal(facts)
    const end = withdrawalEnd(facts)
    const isOpen = euConsumers && !facts.isWithdrawn && end !== null && facts.now < end.end
    const cases = Object.keys(refundCases) as RefundCase[]
    const given = isOpen
      ? [{ ...byLaw, refundCase: null }]
      : cases.map((refundCase) => ({ ...decideRefund(facts, refundCase), refundCase }))
    return {
      kind: isOpen ? ('withdrawal' as const) : ('refund' as const),
      whyNot: euConsumers && !isOpen ? byLaw.sentence : null,
      name: `${buyer?.firstName ?? ''} ${buyer?.lastName ?? ''}`.trim(),
      orderNumber: invoiceOfRow(row) ?? row.id.slice(-8).toUpperCase(),
      email: buyer?.email ?? '',
      decisions: given.map((each) => ({ ...each, currency: facts.currency })),
    }
  })

  api.serve(agreeEarlyStart, async ({ params, body }, call) => {
    await lists.ofBuyerById(call.actor.userId, params.id)
    if (body.version !== earlyStart.version)
      throw new AppError('conflict', 'TEXT_CHANGED', 'The text has changed. Please load the page again.')
    const author = { actor: call.actor, requestId: call.requestId }
    await orders.change(params.id, author, ({ order }) =>
      order.earlyStart === null ? [{ type: 'EarlyStartAgreed', data: { textVersion: body.version } }] : [],
    )
  })

  api.serve(listWithdrawals, async ({ query }, call) => {
    const seesPeople = await reads.seesPeople(call, 'Read withdrawals', 'Withdrawals')
    const { rows, ...found } = await withdrawals.list(query.page)
    return {
      ...found,
      withdrawals: rows.map((row) => ({
        ...row,
        ...(!seesPeople && { name: null, email: null, orderNumber: '', answer: '' }),
        amount: Number(row.amountMinor),
        currency: row.currency ?? 'usd',
      })),
    }
  })

  api.serve(answerWithdrawal, ({ params, body }, call) =>
    withdrawals.answer(params.id, body, call.actor, call.requestId),
  )
}
