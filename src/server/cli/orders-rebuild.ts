import 'reflect-metadata'
import { CommerceCommands } from '../services.ts'
import { Progress } from './progress.ts'
import { report, withApp } from './with-app.ts'

await report(({ progress }) =>
  withApp(async ({ container }, ownerUrl) => {
    const adminUrl = ownerUrl()
    const started = performance.now()
    const bar = new Progress('Rebuilding', progress)
    const { orders, events, differing, swapped, booked } = await container
      .get(CommerceCommands)
      .rebuild(adminUrl, bar.update)
    bar.end()
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
