import type { Customers } from '#modules/identity/index.ts'
import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import { fromDecimal, toDecimal } from '#platform/kernel/money.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { momentOfReturn } from '../../domain/transfer.ts'
import { refusePeople, refuseSender } from '../../orders/no-people.ts'
import type { OrderLists } from '../../orders/order-lists.ts'
import type { BankStatements } from '../../payments/bank-transfers/bank-statements.ts'
import type { MistakenImports } from '../../payments/bank-transfers/mistaken-imports.ts'
import type { StatementFiles } from '../../payments/bank-transfers/statement-files.ts'
import type { StatementResult } from '../../payments/bank-transfers/statement-results.ts'
import type { StripeTransferActions } from '../../payments/bank-transfers/stripe-transfer-actions.ts'
import type { Transfers } from '../../payments/bank-transfers/transfers.ts'
import type { UnmatchedEntries } from '../../payments/bank-transfers/unmatched-entries.ts'
import type { Books } from '../books/books.ts'
import {
  applyTransfer,
  listTransfers,
  previewStatement,
  recordStatement,
  returnTransfer,
  reverseTransfer,
  settleEntry,
  type TransferView,
  transferProposals,
  voidImport,
  voidTransfer,
  withdrawTransfer,
} from './contract.ts'
import { lookAtCsv, previewCsv, recordCsv } from './contract-csv.ts'
import type { Proposals } from './proposals.ts'
import type { TransferList } from './transfer-list.ts'

export interface TransferParts {
  transfers: Transfers
  atStripe: StripeTransferActions
  statements: BankStatements
  files: StatementFiles
  unmatched: UnmatchedEntries
  mistaken: MistakenImports
  list: TransferList
  proposals: Proposals
  lists: OrderLists
  customers: Customers
  reads: AuditedReads
  books: Books
  clock: Clock
}

export function mountTransferRoutes(api: ApiRouter, parts: TransferParts): void {
  const { transfers, atStripe, statements, files, unmatched, list, proposals, lists, customers } = parts
  const { mistaken, reads, books, clock } = parts

  api.serve(listTransfers, async ({ query }, call) => {
    const seesPeople = await reads.seesPeople(call, 'Read bank transfers', 'Transfers')
    const [found, open] = await Promise.all([list.find(query, seesPeople), unmatched.open()])
    return {
      ...found,
      today: await today(),
      unmatched: seesPeople ? open : open.map((entry) => ({ ...entry, remittance: null })),
    }
  })

  api.serve(reverseTransfer, async ({ params, body }, call) => {
    await atStripe.refuse(params.id)
    const entry = await unmatched.reversal(body.key, await transfers.get(params.id))
    await transfers.reverse(params.id, entry, authorOf(call))
    return { transfer: await view(params.id) }
  })

  api.serve(settleEntry, ({ body }, call) => unmatched.settle(body.key, call.actor.staffId))

  api.serve(applyTransfer, async ({ params, body }, call) => {
    const { currency } = await transfers.get(params.id)
    await lists.load(body.orderId)
    const amount = body.amount === undefined ? null : minorOf(body.amount, currency)
    const { orderId, requestId } = body
    const customer = await atStripe.customerOf(params.id)
    if (customer !== null)
      await atStripe.apply(params.id, customer, { orderId, amount, requestId }, authorOf(call))
    else await transfers.apply(params.id, orderId, { amount, useId: requestId }, authorOf(call))
    return { transfer: await view(params.id) }
  })

  api.serve(withdrawTransfer, async ({ params, body }, call) => {
    await transfers.get(params.id)
    await atStripe.refuse(params.id)
    refuseSender('reason', body.reason, await senderOf(params.id))
    await refusePeople('reason', body.reason, await lists.load(body.orderId), customers)
    await transfers.withdraw(params.id, body.orderId, body.reason, authorOf(call))
    return { transfer: await view(params.id) }
  })

  api.serve(returnTransfer, async ({ params, body }, call) => {
    const { currency, bookedOn } = await transfers.get(params.id)
    const { orderId, requestId, reason, returnedOn, seatIds, claimedSeatIds } = body
    const amount = minorOf(body.amount, currency)
    const movedAt = momentOfReturn(bookedOn, returnedOn, await today())
    refuseSender('reason', reason, await senderOf(params.id))
    const customer = await atStripe.customerOf(params.id)
    if (customer !== null && returnedOn !== undefined)
      throw refusedField('TRANSFER_AT_STRIPE', 'returnedOn', 'must be left out: Stripe tells the day')
    if (customer !== null && orderId === undefined)
      await atStripe.sendBack(params.id, customer, { amount, requestId }, authorOf(call))
    else if (orderId === undefined)
      await transfers.return(params.id, { returnId: requestId, amount, reason, movedAt }, authorOf(call))
    else {
      await atStripe.refuse(params.id)
      await refusePeople('reason', reason, await lists.load(orderId), customers)
      await transfers.refund(
        params.id,
        orderId,
        { refundId: requestId, amount, reason, movedAt, seatIds, claimedSeatIds },
        authorOf(call),
      )
    }
    return { transfer: await view(params.id) }
  })

  api.serve(transferProposals, async ({ params }) => {
    const { currency, unassigned } = await transfers.get(params.id)
    const { senderName, remittance } = await view(params.id)
    const payment = { amount: unassigned, currency, senderName, remittance: remittance ?? '' }
    const [found] = unassigned <= 0 ? [] : await proposals.of([payment])
    return { proposals: found ?? [] }
  })

  api.serve(voidTransfer, async ({ params, body }, call) => {
    await atStripe.refuse(params.id)
    refuseSender('reason', body.reason, await senderOf(params.id))
    await transfers.void(params.id, body.mistaken, body.reason, authorOf(call))
    return { transfer: await view(params.id) }
  })

  api.serve(voidImport, async ({ params, body }, call) => {
    refuseSender('reason', body.reason, await list.sendersOf(params.id))
    return mistaken.takeBack(params.id, body.reason, authorOf(call))
  })

  api.serve(previewStatement, async ({ body }) =>
    statementView(await statements.preview(await files.camt(bytesOf(body)))),
  )

  api.serve(recordStatement, async ({ body }, call) =>
    statementView(await statements.record(await files.camt(bytesOf(body)), authorOf(call))),
  )

  api.serve(lookAtCsv, async ({ body, query }) => {
    const look = await files.look(bytesOf(body), query.choice ?? null)
    const lines = look.lines.map(({ reading, ...line }) => {
      const { amount, currency, ...read } = reading
      const money = amount !== undefined && currency !== undefined
      return { ...line, reading: money ? { ...read, currency, amount: toDecimal(amount, currency) } : read }
    })
    return { ...look, lines }
  })

  api.serve(previewCsv, async ({ body, query }) =>
    statementView(await statements.preview(await files.csv(bytesOf(body), query.choice, false))),
  )

  api.serve(recordCsv, async ({ body, query }, call) =>
    statementView(
      await statements.record(await files.csv(bytesOf(body), query.choice, true), authorOf(call)),
    ),
  )

  async function statementView({ importId, entries, others, unread }: StatementResult) {
    const open = entries.filter(({ outcome }) => outcome === 'unassigned')
    const found = await proposals.of(open.map(({ entry }) => entry))
    const proposed = new Map(open.map((result, at) => [result, found[at]]))
    return {
      importId,
      others,
      unread: unread.slice(0, mostUnread),
      unreadTotal: unread.length,
      entries: entries.map((result) => {
        const { entry, ...rest } = result
        return {
          ...entry,
          ...rest,
          kind: entry.kind === 'outgoing' ? ('reversal' as const) : entry.kind,
          proposals: proposed.get(result) ?? [],
        }
      }),
    }
  }

  const today = async () => dayIn(await books.timeZone(), clock.now())

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

const mostUnread = 200
