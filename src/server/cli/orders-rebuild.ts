import 'reflect-metadata'
import { Books } from '../../modules/commerce/finance/books/books.ts'
import { forgetBooks } from '../../modules/commerce/finance/books/forget-books.ts'
import { rebuildOrders } from '../../modules/commerce/orders/rebuild.ts'
import { Progress } from './progress.ts'
import { report, withApp } from './with-app.ts'

await report(({ progress }) =>
  withApp(async ({ container }, ownerUrl) => {
    const adminUrl = ownerUrl()
    const started = performance.now()
    const bar = new Progress('Rebuilding', progress)
    const { orders, events, differing, swapped } = await rebuildOrders(adminUrl, bar.tell)
    bar.end()
    await forgetBooks(adminUrl)
    const booked = await container.get(Books).catchUp()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    return {
      ok: true,
      json: { ok: true, orders, events, differing, swapped, booked, seconds: Number(seconds) },
      lines: [
        `${orders} orders rebuilt from ${events} events in ${seconds} s.`,
        differing === 0
          ? 'Every row was as the log says: the table stays.'
          : `${differing} rows were not as the log says; now they are.`,
        `The books were made anew up to event ${booked}.`,
      ],
    }
  }),
)
