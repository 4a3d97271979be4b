import 'reflect-metadata'
import { parseArgs } from 'node:util'
import { AppError } from '#platform/kernel/error.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { CheckoutMails } from '../modules/commerce/checkout/checkout-mails.ts'
import { OrderMails } from '../modules/commerce/documents/order-mails.ts'
import { actionOf } from '../modules/commerce/domain/difference.ts'
import { type Difference, Differences } from '../modules/commerce/reconciliation/differences.ts'
import { Reconciliations } from '../modules/commerce/reconciliation/reconciliations.ts'
import { differenceView, runView } from '../modules/commerce/reconciliation/routes.ts'
import { Settlements } from '../modules/commerce/reconciliation/settlements.ts'
import { report, withHouse } from './with-house.ts'

const mostShown = 500
const author = { actor: { kind: 'system', name: 'command-line' } } as const

function wanted(): string | undefined {
  const { values } = parseArgs({ options: { record: { type: 'string' }, json: { type: 'boolean' } } })
  return values.record
}

const lineOf = (one: Difference): string =>
  `  ${one.id} ${one.kind} ${one.intentId} order ${one.orderId ?? '-'}
    log: ${one.logSays}
    Stripe: ${one.stripeSays}
    cause: ${one.cause}`

await report(() =>
  withHouse(async ({ container }) => {
    const record = wanted()
    const differences = container.get(Differences)
    const run = await container.get(Reconciliations).run('system:command-line')
    const found = await differences.open(mostShown)
    const chosen =
      record === undefined
        ? []
        : found.filter((one) => one.id === record || (record === 'all' && actionOf(one.kind) !== 'foreign'))
    if (record !== undefined && record !== 'all' && chosen.length === 0)
      throw new AppError('not-found', 'DIFFERENCE_NOT_FOUND', `No open difference has the id ${record}`)
    // What is recorded owes mails: their queues must be known here, though the running product does the work.
    for (const part of chosen.length === 0 ? [] : container.getAll(Lifecycle)) {
      if (part instanceof OrderMails || part instanceof CheckoutMails) await part.start()
    }
    const settled: Difference[] = []
    for (const { id, kind } of chosen)
      settled.push(await container.get(Settlements).settle(id, actionOf(kind), author))
    const open = chosen.length === 0 ? found : await differences.open(mostShown)
    const ok = run.error === null && open.length === 0
    return {
      ok,
      json: { ok, ...runView(run), open: open.map(differenceView), settled: settled.map(differenceView) },
      lines: [
        `${run.intents} payments at Stripe and ${run.orders} orders in the log since ${run.since.toISOString()} compared.`,
        ...(run.foreign === 0 ? [] : [`${run.foreign} payments belong to other products.`]),
        ...(run.error === null ? [] : [`The comparison stopped: ${run.error}`]),
        ...settled.map((one) => `Dealt with (${one.state}): ${one.intentId} order ${one.orderId ?? '-'}`),
        open.length === 0 ? 'No difference.' : 'Open differences; nothing was recorded about them:',
        ...open.map(lineOf),
        ...(open.some(({ kind }) => actionOf(kind) !== 'foreign')
          ? ['Record what Stripe says with: npm run reconcile -- --record <id>, or --record all']
          : []),
      ],
    }
  }),
)
