import type { Customer, Customers, StaffNames } from '#modules/identity/index.ts'
import type { Places } from '#modules/leadership/index.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { addNote } from '../../domain/decisions.ts'
import type { InvoiceCorrections } from '../../invoices/invoice-corrections.ts'
import type { Buyer } from '../../orders/buyers.ts'
import { type Loaded, loadedFrom } from '../../orders/loaded.ts'
import { refusePeople } from '../../orders/no-people.ts'
import { type OrderLists, orderNotFound } from '../../orders/order-lists.ts'
import type { Orders } from '../../orders/orders.ts'
import type { Refunds } from '../../orders/refunds.ts'
import type { StripeAccount } from '../../payments/stripe/stripe.ts'
import { financeEvents, financeOrders, financeState } from './contract.ts'
import { correctInvoice, invoicedDetails, noteOrder, orderSeats, refundOrder } from './contract-actions.ts'
import type { OrderReadings } from './order-readings.ts'
import type { OrderSearches } from './order-search.ts'
import { eventView, financeOrderView, stateView } from './views.ts'

export interface FinanceParts {
  lists: OrderLists
  orders: Orders
  refunds: Refunds
  corrections: InvoiceCorrections
  search: OrderSearches
  readings: OrderReadings
  customers: Customers
  staffNames: StaffNames
  ids: Ids
  places: Places
  stripe: StripeAccount
}

export function mountFinanceRoutes(api: ApiRouter, parts: FinanceParts): void {
  const { lists, orders, refunds, search, readings, customers, staffNames, ids, places, stripe } = parts
  const { corrections } = parts
  const stateAnswer = (loaded: Loaded) => {
    const order = stateView(loaded, (intentId) => stripe.pageOf(intentId))
    if (order === null) throw orderNotFound()
    return { version: loaded.version, order }
  }

  api.serve(financeOrders, async ({ query }, call) => {
    const seesPeople = await readings.seesPeople(call.actor)
    const { flagged, disputed, refund, ...rest } = query
    const among = refund && (await places.requestedRefunds())
    const { rows, total, sums, next } = await search.find(
      { ...rest, flagged: truth(flagged), disputed: truth(disputed), among },
      seesPeople,
    )
    const [people, buyers] = seesPeople
      ? await Promise.all([
          customers.getMany([...new Set(rows.map((row) => row.buyerId))]),
          search.buyersOf(rows),
        ])
      : [new Map<string, Customer>(), new Map<string, Buyer>()]
    return {
      orders: rows.map((row) =>
        financeOrderView(row, people.get(row.buyerId)?.email ?? null, buyers.get(row.id) ?? null),
      ),
      total,
      page: query.page,
      pageSize: query.pageSize,
      next,
      sums,
    }
  })

  api.serve(financeEvents, async ({ params }, call) => {
    await lists.load(params.id)
    await readings.note(call.actor, 'events', params.id)
    const events = (await orders.history(params.id)).map(eventView)
    const actors = new Set(events.map(({ actor }) => actor))
    const staffIds = [...actors].filter((actor) => actor.startsWith('staff:'))
    const names = await staffNames.usernames(staffIds.map((actor) => actor.slice('staff:'.length)))
    return { events, staff: [...names].map(([id, username]) => ({ id, username })) }
  })

  api.serve(financeState, async ({ params, query }, call) => {
    const loaded = await lists.load(params.id, query.at === undefined ? query.version : undefined)
    await readings.note(call.actor, 'state', params.id)
    if (query.at === undefined) {
      if (query.version !== undefined && query.version > loaded.version)
        throw new AppError('not-found', 'VERSION_NOT_FOUND', `This order has ${loaded.version} versions`)
      return stateAnswer(loaded)
    }
    const at = new Date(query.at)
    const until = (await orders.history(params.id)).filter((event) => event.occurredAt <= at)
    return stateAnswer(loadedFrom(params.id, until))
  })

  api.serve(refundOrder, async ({ params, body }, call) => {
    const loaded = await lists.load(params.id)
    await refusePeople('reason', body.reason, loaded, customers)
    if (body.amount !== undefined && body.requestId === undefined && body.version === undefined)
      throw refusedField(
        'REQUEST_NOT_NAMED',
        'requestId',
        'is needed with an amount, or version: without both a repeat would be a second refund',
      )
    const input = { ...body, requestId: body.requestId ?? ids.uuid() }
    return stateAnswer(await refunds.request(params.id, input, call.actor, call.requestId))
  })

  api.serve(orderSeats, async ({ params }, call) => {
    await lists.load(params.id)
    const found = await places.seatsOf(params.id)
    if (found === null) return { seats: null }
    await readings.note(call.actor, 'state', params.id)
    const people = await customers.getMany(found.toClose.flatMap(({ participantId }) => participantId ?? []))
    const { bought, closed, closing } = found
    const toClose = found.toClose.map(({ id, number, participantId, invited }) => {
      const person = people.get(participantId ?? '')
      const name = person === undefined ? null : `${person.firstName} ${person.lastName}`.trim()
      return { id, number, name, claimed: participantId !== null, invited }
    })
    return { seats: { bought, closed, closing, toClose } }
  })

  api.serve(invoicedDetails, async ({ params }, call) => {
    await lists.load(params.id)
    await readings.note(call.actor, 'state', params.id)
    return { details: await corrections.detailsOf(params.id) }
  })

  api.serve(correctInvoice, async ({ params, body }, call) => {
    const { invoiceNumber, reason, ...details } = body
    const loaded = await lists.load(params.id)
    await refusePeople('reason', reason, loaded, customers)
    const asked = { invoiceNumber, reason, details }
    return stateAnswer(await corrections.correct(loaded, asked, call.actor, call.requestId))
  })

  api.serve(noteOrder, async ({ params, body }, call) => {
    const loaded = await lists.load(params.id)
    await refusePeople('text', body.text, loaded, customers)
    const note = { noteId: ids.uuid(), text: body.text, by: call.actor.staffId }
    const author = { actor: call.actor, requestId: call.requestId }
    return stateAnswer(await orders.change(params.id, author, ({ order }) => addNote(order, note)))
  })
}

const truth = (word: 'true' | 'false' | undefined): boolean | undefined =>
  word === undefined ? undefined : word === 'true'
