import { PlaceHistory, placeEventTypes, weekEnds } from '#modules/leadership/index.ts'
import type { Sql } from '#platform/database/sql.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { orderEventOf } from '../../domain/events.ts'
import { totalOf } from '../../domain/order-lines.ts'
import { orderIdOf } from '../../orders/order-stream.ts'
import { periodsOf } from '../books/period.ts'
import { type Deferral, DeferredOrder } from './deferred-order.ts'

export interface OrderDeferral extends Deferral {
  orderId: string
  currency: string
  /** Of the order's first document. */
  position: number
}

/** A month in one currency, in minor units net of tax: opening + invoiced − credited − recognized = closing. */
export interface ScheduleLine extends Record<'opening' | 'closing' | Deferral['kind'], number> {
  /** `2026-11` */
  period: string
  currency: string
}

type Known = Omit<OrderDeferral, keyof Deferral> & { deferred: DeferredOrder; total: number }
type Row = { position: string; stream: string; type: string; schemaVersion: number; data: object; at: Date }

const types = ['OrderPlaced', 'InvoiceIssued', 'CreditNoteIssued', 'DebitNoteIssued', ...placeEventTypes]
const rowsAtOnce = 2_000

/**
 * Reads from the log how the deferred income of each order changes by day, also on days to come, as the dates of the cohorts are now.
 * @param moved is told of the changes, in any order
 */
export async function readDeferrals(
  sql: Sql,
  timeZone: string,
  moved: (deferral: OrderDeferral) => void,
): Promise<void> {
  const places = new PlaceHistory()
  const orders = new Map<string, Known>()
  for await (const row of rowsOf(sql)) {
    const day = dayIn(timeZone, row.at)
    const orderId = orderIdOf(row.stream)
    if (orderId !== null) addDocument(orders, { ...row, orderId, day }, moved)
    for (const { orderId, seat, startsOn, closed } of places.changesOf(row.stream, row)) {
      const weeks = startsOn === null ? [] : weekEnds(startsOn)
      orders.get(orderId)?.deferred.place(day, seat, { weekEnds: weeks, closed })
    }
  }
  for (const { deferred } of orders.values()) deferred.upTo('9999-12-31')
}

function addDocument(
  orders: Map<string, Known>,
  row: Row & { orderId: string; day: string },
  moved: (deferral: OrderDeferral) => void,
): void {
  const { orderId, day } = row
  const { type, data } = orderEventOf(row)
  if (type === 'OrderPlaced') {
    const known: Known = {
      ...{ orderId, currency: data.currency, total: totalOf(data.lines), position: 0 },
      deferred: new DeferredOrder((deferral) => {
        const { currency, position } = known
        moved({ ...deferral, orderId, currency, position })
      }),
    }
    orders.set(orderId, known)
  }
  const order = orders.get(orderId)
  if (order === undefined) return
  if (type === 'InvoiceIssued') {
    order.position ||= Number(row.position)
    // A document of which only its number is known contains no tax that is known.
    order.deferred.document(day, 'invoiced', data.printed?.net ?? order.total)
  }
  if (type === 'CreditNoteIssued') order.deferred.document(day, 'credited', data.printed?.net ?? data.amount)
  if (type === 'DebitNoteIssued')
    order.deferred.document(day, 'credited', -(data.printed?.net ?? data.amount))
}

async function* rowsOf(sql: Sql): AsyncGenerator<Row> {
  for (let after = '0', rows: Row[] = []; ; after = rows.at(-1)?.position ?? after) {
    rows = await sql.query<Row>(
      `select position, stream_id as stream, type, schema_version as "schemaVersion", data, occurred_at as at
       from es.events where position > $1 and type = any($2) order by position limit ${rowsAtOnce}`,
      [after, types],
    )
    yield* rows
    if (rows.length < rowsAtOnce) return
  }
}

/** The schedule of the whole log with the months to come, oldest first, without a gap in any currency. */
export async function scheduleLines(sql: Sql, timeZone: string): Promise<ScheduleLine[]> {
  const nothing = { invoiced: 0, credited: 0, recognized: 0, undated: 0 }
  const sums = new Map<string, typeof nothing>()
  await readDeferrals(sql, timeZone, ({ kind, day, currency, amount }) => {
    const key = `${currency} ${day.slice(0, 7)}`
    const sum = sums.get(key) ?? nothing
    sums.set(key, { ...sum, [kind]: sum[kind] + amount })
  })
  const lines = [...Map.groupBy([...sums.keys()].sort(), (key) => key.slice(0, 3))].flatMap(
    ([currency, keys]) => {
      const [first, last] = [keys[0], keys.at(-1)].map((key) => new Date(`${key?.slice(4)}-01`))
      let [opening, undated] = [0, 0]
      return periodsOf(first as Date, last as Date, 'month', 'UTC')
        .slice(0, -1)
        .map(({ name: period }) => {
          const sum = sums.get(`${currency} ${period}`) ?? nothing
          const before = opening
          opening += sum.invoiced - sum.credited - sum.recognized
          undated += sum.undated
          return { period, currency, ...sum, opening: before, closing: opening, undated }
        })
    },
  )
  return lines.sort((a, b) => (a.period + a.currency < b.period + b.currency ? -1 : 1))
}
