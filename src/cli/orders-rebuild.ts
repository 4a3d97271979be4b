import 'reflect-metadata'
import { Client } from 'pg'
import { rebuildOrders } from '../modules/commerce/rebuild.ts'
import { report, withHouse } from './with-house.ts'

await report(() =>
  withHouse(async (_, adminUrl) => {
    const client = new Client({ connectionString: adminUrl, application_name: 'veralead-orders-rebuild' })
    await client.connect()
    try {
      const started = performance.now()
      const { orders, events, differing } = await rebuildOrders(client)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      return {
        ok: true,
        lines: [
          `${orders} orders rebuilt from ${events} events in ${seconds} s.`,
          differing === 0
            ? 'Every row was as the log says.'
            : `${differing} rows were not as the log says; now they are.`,
        ],
      }
    } finally {
      await client.end()
    }
  }),
)
