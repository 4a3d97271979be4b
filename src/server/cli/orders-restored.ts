import 'reflect-metadata'
import { readArguments } from '#platform/kernel/arguments.ts'
import { actorName, printedNumber } from '../../modules/commerce/commands.ts'
import { AfterRestore, CommerceCommands, Staff } from '../services.ts'
import { authorOf } from './author.ts'
import { report, withApp } from './with-app.ts'

const usage = `Says that the database was restored from a backup: once, before the site is started again.

  npm run orders:restored -- --as anna --reason "disk lost on Sunday, backup of Saturday 03:00"

It appends an event with the place of the restore in the log. Heads that were mailed for the lost part of history are
reported as lost by this restore then, and no longer as a rewritten history. Heads before that place must still match.
Orders by invoice whose invoices were printed since the backup are recorded again, from what is kept beside the documents.
Changes that marks beside the documents record are made again: accounts erased, staff disabled, their roles, second factors changed, certificates
withdrawn, suspended and resumed, keys marked. All sessions end.

  npm run orders:restored -- --as anna --reason "its refund was never made" --lost-number CN-000004

records that a number was printed for something that is lost for good. From then on it is no gap in the numbers.`

function wanted(): { by: string; reason: string; lostNumber: string | undefined } {
  const options = {
    as: { type: 'string' },
    reason: { type: 'string' },
    'lost-number': { type: 'string' },
    json: { type: 'boolean' },
  } as const
  const { values, refuse } = readArguments(usage, options)
  if (values.as === undefined || values.as.trim() === '')
    return refuse('--as must name who restored the database')
  if (values.reason === undefined || values.reason.trim() === '')
    return refuse('--reason must say what happened')
  return { by: values.as.trim(), reason: values.reason.trim(), lostNumber: values['lost-number']?.trim() }
}

const { by, reason, lostNumber } = wanted()
await report(() =>
  withApp(async ({ container }, ownerUrl) => {
    const commands = container.get(CommerceCommands)
    const author = await authorOf(container.get(Staff), by)
    if (lostNumber !== undefined) {
      const lost = await commands.recordLostNumber(lostNumber, author, reason)
      const line = `${lostNumber} is recorded as lost. It was printed for order ${lost.subject.orderId}.`
      return { ok: true, json: { ok: true, ...lost }, lines: [line] }
    }
    const { position, data } = await commands.markRestored(author, reason)
    const { recorded, left } = await commands.takeOverPrinted(author)
    const again: Record<string, number> = {}
    for (const part of container.getAll(AfterRestore))
      Object.assign(again, await part.doAgain({ actor: actorName(author.actor), username: by }, ownerUrl))
    const names = (numbers: typeof recorded) =>
      numbers.map(({ kind, ...number }) => printedNumber(kind, number)).join(', ')
    return {
      ok: true,
      json: { ok: true, position, ...data, recorded, left, again },
      lines: [
        `The restore is event ${position} of the log.`,
        `The last event of the backup is ${data.lastPosition}${data.lastRecordedAt === null ? '' : `, of ${data.lastRecordedAt}`}.`,
        'Heads kept for later positions, signed until now, are reported as lost by this restore.',
        `Done again, as it was since the backup: ${Object.entries(again)
          .map(([what, count]) => `${what} ${count}`)
          .join(', ')}.`,
        recorded.length === 0
          ? 'No order by invoice was lost.'
          : `Orders by invoice that were lost and are recorded again: ${names(recorded)}. Import the statements of the lost time again.`,
        ...(left.length === 0
          ? []
          : [
              `Printed, and not in the log yet: ${names(left)}. npm run reconcile records what Stripe knows of; the others: --lost-number.`,
            ]),
      ],
    }
  }),
)
