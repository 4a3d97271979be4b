import 'reflect-metadata'
import { readArguments } from '#platform/kernel/arguments.ts'
import {
  type Difference,
  differenceView,
  type Failure,
  isRecordable,
} from '../../modules/commerce/commands.ts'
import { CommerceCommands, Staff } from '../services.ts'
import { authorOf } from './author.ts'
import { Progress } from './progress.ts'
import { report, withApp } from './with-app.ts'

const usage = `Compares the log with Stripe in both directions, and records only what its options name.

  npm run reconcile
  npm run reconcile -- --record <id of a difference> --as anna     records what Stripe says about it, in her name
  npm run reconcile -- --record all --as anna                      about every difference of an order
  npm run reconcile -- --json                                      the same for programs

It ends with 1 when a difference is left.`

const options = { record: { type: 'string' }, as: { type: 'string' }, json: { type: 'boolean' } } as const
const { values, refuse } = readArguments(usage, options)
const { record, as } = values
if (as !== undefined && record === undefined) refuse('--as names who records: it needs --record')

const lineOf = (one: Difference): string =>
  `  ${one.id} ${one.kind} ${one.intentId} order ${one.orderId ?? '-'}
    log: ${one.logSays}
    Stripe: ${one.stripeSays}
    cause: ${one.cause}`

const leftLine = ({ intentId, orderId, error }: Failure): string =>
  `Left: payment ${intentId} of order ${orderId ?? '-'}: ${error}`

await report(({ progress }) =>
  withApp(
    async ({ container }) => {
      const author = await authorOf(container.get(Staff), as)
      const bar = new Progress('Comparing', progress)
      const { run, open, settled, left } = await container
        .get(CommerceCommands)
        .reconcile(record, author, bar.update)
      bar.end()
      const ok = run.error === null && open.length === 0
      return {
        ok,
        json: {
          ok,
          ...run,
          open: open.map(differenceView),
          settled: settled.map(differenceView),
          failures: left,
        },
        lines: [
          `${run.intents} payments at Stripe and ${run.orders} orders in the log since ${run.since.toISOString()} compared.`,
          ...(run.foreign === 0 ? [] : [`${run.foreign} payments belong to other products.`]),
          ...(run.error === null ? [] : [`The comparison stopped: ${run.error}`]),
          ...settled.map((one) => `Dealt with (${one.state}): ${one.intentId} order ${one.orderId ?? '-'}`),
          ...left.map(leftLine),
          open.length === 0 ? 'No difference.' : 'Open differences; nothing was recorded about them:',
          ...open.map(lineOf),
          ...(record === undefined && open.some(isRecordable)
            ? ['Record what Stripe says with: npm run reconcile -- --record <id>, or --record all']
            : []),
        ],
      }
    },
    { payments: 'needed' },
  ),
)
