import 'reflect-metadata'
import { readArguments } from '#platform/kernel/arguments.ts'
import { CommerceCommands } from '../services.ts'
import { report, withApp } from './with-app.ts'

const usage = `Shows an order as the log has it.

  npm run orders:show -- <id, last eight characters, pi_…, INV-…>
  npm run orders:show -- <…> --version 3     the order as of a version
  npm run orders:show -- <…> --json          everything, for programs`

const options = { version: { type: 'string' }, json: { type: 'boolean' } } as const
const { values, words, refuse } = readArguments(usage, options, 1)
const q = words[0] ?? refuse('Which order?')
const version = values.version === undefined ? undefined : Number(values.version)
if (version !== undefined && !(Number.isSafeInteger(version) && version > 0))
  refuse('--version must be a whole number from 1')

await report(() =>
  withApp(async ({ container }) => {
    const { order, events } = await container.get(CommerceCommands).show(q, version)
    const { currency, totalAmount, receivedAmount, refundedAmount, surplusReturnedAmount } = order
    const surplus = Number(surplusReturnedAmount) === 0 ? '' : `, ${surplusReturnedAmount} of it surplus`
    return {
      ok: true,
      json: { ok: true, order, events },
      lines: [
        `Order ${order.id}: ${order.status}`,
        `${currency.toUpperCase()} total ${totalAmount}, received ${receivedAmount}, refunded ${refundedAmount}${surplus}`,
        `Invoice ${order.invoiceNumber ?? 'none'}; buyer ${order.buyerId}`,
        ...events.map((event) => {
          const { version: at, recordedAt, type, actor, hash } = event
          return `${String(at).padStart(4)}  ${recordedAt}  ${type.padEnd(22)} ${actor}  ${hash.slice(0, 12)}`
        }),
      ],
    }
  }),
)
