import type { Customers } from '#modules/identity/index.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import { fromDecimal, toDecimal } from '#platform/kernel/money.ts'
import { refusePeople, refuseSender } from '../../orders/no-people.ts'
import type { OrderLists } from '../../orders/order-lists.ts'
import type { BankStatements } from '../../transfers/bank-statements.ts'
import type { StatementFiles } from '../../transfers/statement-files.ts'
import type { StatementResult } from '../../transfers/statement-results.ts'
import type { StripeTransferActions } from '../../transfers/stripe-transfer-actions.ts'
import { type Transfers, tookBack } from '../../transfers/transfers.ts'
import type { UnmatchedEntries, UnmatchedEntry } from '../../transfers/unmatched-entries.ts'
import {
  applyTransfer,
  listTransfers,
  previewStatement,
  recordStatement,
  returnTransfer,
  reverseTransfer,
  settleEntry,
  type TransferView,
  type UnmatchedView,
  withdrawTransfer,
} from './contract.ts'
import { lookAtCsv, lookAtCsvAs, previewCsv, recordCsv } from './contract-csv.ts'
import type { TransferList } from './transfer-list.ts'

export interface TransferParts {
  transfers: Transfers
  atStripe: StripeTransferActions
  statements: BankStatements
  files: StatementFiles
  unmatched: UnmatchedEntries
  list: TransferList
  lists: OrderLists
  customers: Customers
}

const ok = { success: true } as const

export function mountTransferRoutes(api: ApiRouter, parts: TransferParts): void {
  const { transfers, atStripe, statements, files, unmatched, list, lists, customers } = parts

  api.serve(listTransfers, async ({ query }, call) => {
    const seesPeople = call.actor.role !== 'viewer'
    const [found, open] = await Promise.all([list.find(query, seesPeople), unmatched.open()])
    return { ...ok, ...found, unmatched: open.map((entry) => unmatchedView(entry, seesPeople)) }
  })

  api.serve(reverseTransfer, async ({ params, body }, call) => {
    await atStripe.refuse(params.id)
    await unmatched.assertReverses(body.key, await transfers.get(params.id))
    await transfers.reverse(params.id, body.key, tookBack, authorOf(call))
    return { ...ok, transfer: await view(params.id) }
  })

  api.serve(settleEntry, async ({ body }, call) => {
    await unmatched.settle(body.key, call.actor.staffId)
    return ok
  })

  api.serve(applyTransfer, async ({ params, body }, call) => {
    const { currency } = await transfers.get(params.id)
    await lists.load(body.orderId)
    const amount = body.amount === undefined ? null : minorOf(body.amount, currency)
    const { orderId, requestId } = body
    const customer = await atStripe.customerOf(params.id)
    if (customer !== null)
      await atStripe.apply(params.id, customer, { orderId, amount, requestId }, authorOf(call))
    else await transfers.apply(params.id, orderId, { amount, useId: requestId }, authorOf(call))
    return { ...ok, transfer: await view(params.id) }
  })

  api.serve(withdrawTransfer, async ({ params, body }, call) => {
    await transfers.get(params.id)
    await atStripe.refuse(params.id)
    refuseSender('reason', body.reason, await senderOf(params.id))
    await refusePeople('reason', body.reason, await lists.load(body.orderId), customers)
    await transfers.withdraw(params.id, body.orderId, body.reason, authorOf(call))
    return { ...ok, transfer: await view(params.id) }
  })

  api.serve(returnTransfer, async ({ params, body }, call) => {
    const { currency } = await transfers.get(params.id)
    const { orderId, requestId, reason, seatIds } = body
    const amount = minorOf(body.amount, currency)
    refuseSender('reason', reason, await senderOf(params.id))
    const customer = await atStripe.customerOf(params.id)
    if (customer !== null && orderId === undefined)
      await atStripe.sendBack(params.id, customer, { amount, requestId }, authorOf(call))
    else if (orderId === undefined)
      await transfers.return(params.id, { returnId: requestId, amount, reason }, authorOf(call))
    else {
      await atStripe.refuse(params.id)
      await refusePeople('reason', reason, await lists.load(orderId), customers)
      await transfers.refund(
        params.id,
        orderId,
        { refundId: requestId, amount, reason, seatIds },
        authorOf(call),
      )
    }
    return { ...ok, transfer: await view(params.id) }
  })

  api.serve(previewStatement, async ({ body }) => ({
    ...ok,
    ...statementView(await statements.preview(await files.camt(bytesOf(body)))),
  }))

  api.serve(recordStatement, async ({ body }, call) => ({
    ...ok,
    ...statementView(await statements.record(await files.camt(bytesOf(body)), authorOf(call))),
  }))

  api.serve(lookAtCsv, async ({ body }) => ({ ...ok, ...(await files.look(bytesOf(body))) }))

  api.serve(lookAtCsvAs, async ({ body, query }) => ({
    ...ok,
    ...(await files.lookAs(bytesOf(body), query)),
  }))

  api.serve(previewCsv, async ({ body, query }) => ({
    ...ok,
    ...statementView(await statements.preview(await files.csv(bytesOf(body), query))),
  }))

  api.serve(recordCsv, async ({ body, query }, call) => {
    const read = await files.csv(bytesOf(body), query)
    await files.remember(query)
    return { ...ok, ...statementView(await statements.record(read, authorOf(call))) }
  })

  const senderOf = async (id: string) => (await list.get(id, true))?.senderName ?? null

  async function view(id: string): Promise<TransferView> {
    const found = await list.get(id, true)
    if (found === undefined)
      throw new AppError('not-found', 'TRANSFER_NOT_FOUND', 'There is no such transfer')
    return found
  }
}

const authorOf = ({ actor, requestId }: { actor: StaffActor; requestId: string }) => ({ actor, requestId })

/** An empty body counts as absent. */
const bytesOf = (body: unknown): Uint8Array => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

function minorOf(decimal: string, currency: string): number {
  try {
    const minor = fromDecimal(decimal, currency)
    if (minor > 0) return minor
  } catch {
    // Refused below, like 0.
  }
  throw refusedField('AMOUNT', 'amount', `must be an amount of ${currency.toUpperCase()} above 0`)
}

function unmatchedView(entry: UnmatchedEntry, seesPeople: boolean): UnmatchedView {
  const { key, kind, reason, bookedOn, currency, amount, remittance } = entry
  const shown = { amount: toDecimal(amount, currency), remittance: seesPeople ? remittance : null }
  return { key, kind, reason, bookedOn, currency, ...shown }
}

function statementView({ entries, others }: StatementResult) {
  return {
    others,
    entries: entries.map(({ entry, outcome, reason, applied }) => ({
      kind: entry.kind,
      bookedOn: entry.bookedOn,
      currency: entry.currency,
      amount: toDecimal(entry.amount, entry.currency),
      senderName: entry.senderName,
      remittance: entry.remittance,
      outcome,
      reason,
      applied: applied.map((one) => ({
        orderId: one.orderId,
        amount: toDecimal(one.amount, entry.currency),
      })),
    })),
  }
}
