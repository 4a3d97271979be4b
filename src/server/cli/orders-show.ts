import 'reflect-metadata'
import { parseArgs } from 'node:util'
import { AppError } from '#platform/kernel/error.ts'
import { OrderSearches } from '../../modules/commerce/finance/search/order-search.ts'
import { Orders } from '../../modules/commerce/orders/orders.ts'
import { eventView, stateView } from '../../modules/commerce/orders/views.ts'
import { report, withApp } from './with-app.ts'

const usage = `Shows an order as the log tells it.

  npm run orders:show -- <id, last eight characters, pi_…, INV-…>
  npm run orders:show -- <…> --version 3     the order as of a version
  npm run orders:show -- <…> --json          everything, for programs`

await report(() =>
  withApp(async ({ container }) => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { version: { type: 'string' }, json: { type: 'boolean' } },
    })
    const [q] = positionals
    if (q === undefined) throw new AppError('invalid', 'USAGE', `Which order?\n\n${usage}`)
    const version = values.version === undefined ? undefined : Number(values.version)
    if (version !== undefined && !(Number.isSafeInteger(version) && version > 0))
      throw new AppError('invalid', 'USAGE', `--version must be a whole number from 1\n\n${usage}`)
    const list = { q, sort: 'placed', direction: 'desc', page: 1, pageSize: 5 } as const
    const { rows } = await container.get(OrderSearches).find(list, true)
    const [row, other] = rows
    if (row === undefined) throw new AppError('not-found', 'ORDER_NOT_FOUND', `No order matches ${q}`)
    if (other !== undefined)
      throw new AppError('invalid', 'USAGE', `Several orders match: ${rows.map(({ id }) => id).join(', ')}`)
    const orders = container.get(Orders)
    const events = (await orders.history(row.id)).filter(
      (event) => event.version <= (version ?? event.version),
    )
    const order = stateView(await orders.load(row.id, version))
    if (order === null) throw new AppError('not-found', 'ORDER_NOT_FOUND', `No order matches ${q}`)
    const { currency, totalAmount, receivedAmount, refundedAmount, surplusReturnedAmount } = order
    const surplus = Number(surplusReturnedAmount) === 0 ? '' : `, ${surplusReturnedAmount} of it surplus`
    return {
      ok: true,
      json: { ok: true, order, events: events.map(eventView) },
      lines: [
        `Order ${row.id}: ${order.status}`,
        `${currency.toUpperCase()} total ${totalAmount}, received ${receivedAmount}, refunded ${refundedAmount}${surplus}`,
        `Invoice ${order.invoiceNumber ?? 'none'}; buyer ${order.buyerId}`,
        ...events.map((event) => {
          const { version: at, recordedAt, type, metadata, hash } = event
          const when = recordedAt.toISOString()
          return `${String(at).padStart(4)}  ${when}  ${type.padEnd(22)} ${String(metadata.actor)}  ${hash.slice(0, 12)}`
        }),
      ],
    }
  }),
)
