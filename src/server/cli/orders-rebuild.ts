import 'reflect-metadata'
import { readArguments } from '#platform/kernel/arguments.ts'
import { CommerceCommands } from '../services.ts'
import { Progress } from './progress.ts'
import { report, withApp } from './with-app.ts'

const usage = `Makes the order rows and the books again from the log, as the role of DATABASE_ADMIN_URL, while the site goes on.

  npm run orders:rebuild
  npm run orders:rebuild -- --json     the same for programs`

readArguments(usage, { json: { type: 'boolean' } })
await report(({ progress }) =>
  withApp(
    async ({ container }, ownerUrl) => {
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
          `The books were made again up to event ${booked}.`,
        ],
      }
    },
    { migrates: true },
  ),
)
