import 'reflect-metadata'
import { readArguments } from '#platform/kernel/arguments.ts'
import { AppError } from '#platform/kernel/error.ts'
import { CommerceCommands, Staff } from '../services.ts'
import { report, withApp } from './with-app.ts'

const usage = `Says that the database was restored from a backup: once, before the site is started again.

  npm run orders:restored -- --as anna --reason "disk lost on Sunday, backup of Saturday 03:00"

It appends an event with the place of the restore in the log. Heads that were mailed for the lost part of history are
told as lost by this restore then, and no longer as a rewritten history. Heads before that place must still match.`

function wanted(): { by: string; reason: string } {
  const options = { as: { type: 'string' }, reason: { type: 'string' }, json: { type: 'boolean' } } as const
  const { values, refuse } = readArguments(usage, options)
  if (values.as === undefined || values.as.trim() === '')
    return refuse('--as must name who restored the database')
  if (values.reason === undefined || values.reason.trim() === '')
    return refuse('--reason must say what happened')
  return { by: values.as.trim(), reason: values.reason.trim() }
}

const mark = wanted()
await report(() =>
  withApp(async ({ container }) => {
    const member = await container.get(Staff).member(mark.by)
    if (member === null) {
      const message = `--as: there is no member of staff with the username "${mark.by}"`
      throw new AppError('not-found', 'STAFF_NOT_FOUND', message)
    }
    const { position, data } = await container.get(CommerceCommands).markRestored(member.id, mark.reason)
    return {
      ok: true,
      json: { ok: true, position, ...data },
      lines: [
        `The restore is event ${position} of the log.`,
        `The last event of the backup is ${data.lastPosition}${data.lastRecordedAt === null ? '' : `, of ${data.lastRecordedAt}`}.`,
        'Heads kept for later positions, signed until now, are told as lost by this restore.',
      ],
    }
  }),
)
