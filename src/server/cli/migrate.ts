import 'reflect-metadata'
import { report, withApp } from './with-app.ts'

await report(() =>
  withApp(async ({ migrated, jobs }) => {
    const prepared = await jobs.prepare()
    const lines = [
      ...(migrated.length === 0 ? [] : [`Ran ${migrated.length} migrations: ${migrated.join(', ')}`]),
      ...(prepared.length === 0 ? [] : [`Prepared the jobs: ${prepared.join(', ')}`]),
    ]
    return {
      ok: true,
      json: { ok: true, migrated, prepared },
      lines: lines.length === 0 ? ['Nothing to do: the database is as this version wants it.'] : lines,
    }
  }),
)
