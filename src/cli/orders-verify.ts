import 'reflect-metadata'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { verifyOrders } from '../modules/commerce/orders/verify.ts'
import { Progress } from './progress.ts'
import { report, withHouse } from './with-house.ts'

const shown = 20

await report(({ progress }) =>
  withHouse(async ({ container }) => {
    const bar = new Progress('Verifying', progress)
    const verdict = await verifyOrders(container.get(EventLog), container.get(Database).sql, bar.tell)
    bar.end()
    const { chain, orders, differences, numbering } = verdict
    const broken = chain.firstBreak
    return {
      ok: verdict.ok,
      json: verdict,
      lines: [
        `${chain.events} events, head ${chain.head.position} ${chain.head.hash}`,
        broken === undefined
          ? 'The chain is whole.'
          : `The chain breaks at position ${broken.position}: ${broken.reason}`,
        `${orders} orders, ${differences.length} differences between rows and log`,
        ...differences
          .slice(0, shown)
          .map(
            (one) =>
              `  ${one.orderId} ${one.column}: row ${JSON.stringify(one.stored)}, log ${JSON.stringify(one.folded)}`,
          ),
        ...(differences.length > shown ? [`  and ${differences.length - shown} more`] : []),
        numbering.length === 0 ? 'Invoice and credit-note numbers have no gap.' : 'The numbering is wrong:',
        ...numbering.slice(0, shown).map((line) => `  ${line}`),
      ],
    }
  }),
)
