import { Database } from '#platform/database/database.ts'
import { EventLog, type NewEvent, VersionClash } from '#platform/event-log/event-log.ts'
import type { SteppedSite } from '../../apps/world/stepped-site.ts'
import { type OrderEvent, schemaVersions } from '../../src/modules/commerce/domain/events.ts'
import { received } from '../../src/modules/commerce/domain/payments.ts'
import { DocumentIssue } from '../../src/modules/commerce/orders/document-issue.ts'
import { Inbox } from '../../src/modules/commerce/orders/inbox.ts'
import { MailLedger } from '../../src/modules/commerce/orders/mail-ledger.ts'
import { Orders } from '../../src/modules/commerce/orders/orders.ts'
import { StripeAccount } from '../../src/server/services.ts'

type Site = SteppedSite['site']

/** The product with changed sightings of payments. */
const seeing = (change: (seen: Sighting, earlier: Sighting | undefined) => Sighting) => (site: Site) => {
  const stripe = site.container.get(StripeAccount)
  const look = stripe.look.bind(stripe)
  const first = new Map<string, Sighting>()
  stripe.look = async (intentId) => {
    const seen = await look(intentId)
    if (seen === null) return null
    const earlier = first.get(intentId)
    if (earlier === undefined) first.set(intentId, seen)
    return change(seen, earlier)
  }
}
type Sighting = NonNullable<Awaited<ReturnType<StripeAccount['look']>>>

/** Mistakes that the product could contain, each of which a simulation must find. */
export const defects: Record<string, (site: Site) => void> = {
  'a payment is asked for once, and its first answer is believed for ever': seeing(
    (seen, earlier) => earlier ?? seen,
  ),
  'refunds that were not asked for here are overlooked': seeing((seen) => ({ ...seen, refunds: [] })),
  'an invoice has the number of the one before it': ({ container }) => {
    const documents = container.get(DocumentIssue)
    const issue = documents.issue.bind(documents)
    let last: number | undefined
    const again = (event: OrderEvent): OrderEvent => {
      if (event.type !== 'InvoiceIssued') return event
      const number = last ?? event.data.number
      last = event.data.number
      return { ...event, data: { ...event.data, number } }
    }
    documents.issue = (order, append) =>
      issue(order, (made, now) => append({ ...made, events: made.events.map(again) }, now))
  },
  'what was received of an order paid twice is taken for its total': ({ container }) => {
    const orders = container.get(Orders)
    const load = orders.load.bind(orders)
    orders.load = async (...args) => {
      const loaded = await load(...args)
      const { placed } = loaded.order
      if (placed === null || received(loaded.order) <= placed.total) return loaded
      const order = { ...loaded.order, placed: { ...placed, total: received(loaded.order) } }
      return { ...loaded, order }
    }
  },
  'a refund of a part is taken for one of the whole': seeing((seen) => ({
    ...seen,
    refunds: seen.refunds.map((refund) => ({ ...refund, amount: seen.intent.amount })),
  })),
  'the row of an order is not written with its refund': ({ container }) => {
    const log = container.get(EventLog)
    const append = log.append.bind(log)
    log.append = (item) =>
      append(item.events.some(({ type }) => type === 'RefundObserved') ? { ...item, writes: [] } : item)
  },
  'a mail that no server took is not tried again': ({ container }) => {
    const ledger = container.get(MailLedger)
    ledger.failed = (mail) => ledger.notNeeded(mail, 'No server took it')
  },
  'an order stands as the last webhook says': ({ container }) => {
    const inbox = container.get(Inbox)
    const receive = inbox.receive.bind(inbox)
    inbox.receive = async (raw, signature) => {
      await receive(raw, signature)
      const { type, data } = JSON.parse(String(raw))
      const status = describedBy[type as keyof typeof describedBy]
      if (status === undefined) return
      await container
        .get(Database)
        .sql.query('update commerce_order set status = $2 where $1 = any (intent_ids)', [
          data.object.id,
          status,
        ])
    }
  },
  'a job that a process owed before it died wakes nobody': ({ container, jobs }) => {
    const { sql } = container.get(Database)
    const before = sql.query<{ last: string }>('select coalesce(max(id), 0) as last from platform_job_outbox')
    const without = async <T>(work: () => Promise<T>): Promise<T> => {
      const [found] = await before
      const [left] = await sql.query<{ rows: string | null }>(
        `with left_behind as (delete from platform_job_outbox where id <= $1 returning *)
         select json_agg(left_behind)::text as rows from left_behind`,
        [found?.last],
      )
      const done = await work()
      await sql.query(
        `insert into platform_job_outbox overriding system value
         select * from json_populate_recordset(null::platform_job_outbox, coalesce($1::json, '[]'))`,
        [left?.rows ?? null],
      )
      return done
    }
    const runDue = jobs.runDue.bind(jobs)
    jobs.runDue = () => without(runDue)
  },
  'what was decided on an older version of an order is stored after the newer one': ({ container }) => {
    const log = container.get(EventLog)
    const append = log.append.bind(log)
    log.append = (item) =>
      append(item).catch(async (error: unknown) => {
        if (!(error instanceof VersionClash)) throw error
        const expectedVersion = (await log.factsOf(item.stream)).length
        return append({ ...item, expectedVersion })
      })
  },
  'a credit note is written for a surplus that went back': ({ container }) => {
    const log = container.get(EventLog)
    const append = log.append.bind(log)
    const credited = (event: NewEvent): NewEvent => {
      if (event.type !== 'SurplusReturned') return event
      const { refundId, amount, currency } = event.data
      const unknown = { year: null, printed: null, buyerDigest: null, pdfDigest: null }
      return {
        ...event,
        type: 'CreditNoteIssued',
        schemaVersion: schemaVersions.CreditNoteIssued,
        data: { refundId, amount, currency, number: 1, ...unknown },
        sourceId: `credit-note:${refundId}`,
      }
    }
    log.append = (item) => append({ ...item, events: item.events.map(credited) })
  },
}

/** A webhook's own description of its payment, without a query at the provider. */
const describedBy = {
  'payment_intent.succeeded': 'completed',
  'payment_intent.processing': 'processing',
  'payment_intent.payment_failed': 'pending',
  'payment_intent.canceled': 'cancelled',
}
