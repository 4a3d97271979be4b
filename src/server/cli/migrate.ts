import 'reflect-metadata'
import { readArguments } from '#platform/kernel/arguments.ts'
import { report, withApp } from './with-app.ts'

const usage = `Brings the database to the schema of this version, as the role of DATABASE_ADMIN_URL.

  npm run migrate
  npm run migrate -- --json     the names of the migrations, for programs

npm run doctor says how many wait, and runs none.`

readArguments(usage, { json: { type: 'boolean' } })

await report(() =>
  withApp(
    async ({ migrated, jobs }) => {
      const prepared = await jobs.prepare()
      const lines = [
        ...(migrated.length === 0
          ? []
          : [`Ran ${migrated.length} migrations, from ${migrated[0]} to ${migrated.at(-1)}.`]),
        ...(prepared.length === 0 ? [] : [`Prepared the jobs: ${prepared.join(', ')}`]),
      ]
      return {
        ok: true,
        json: { ok: true, migrated, prepared },
        lines: lines.length === 0 ? ['Nothing to do: the database is as this version wants it.'] : lines,
      }
    },
    { migrates: true },
  ),
)
