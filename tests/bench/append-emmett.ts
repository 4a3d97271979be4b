import { randomUUID } from 'node:crypto'
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import { fold, loaded, payment, serve } from './append-child.ts'

const [, , url = ''] = process.argv
const store = getPostgreSQLEventStore(url)
await store.schema.migrate()

const observed = () => ({ type: 'PaymentIntentObserved', data: payment })

async function append(): Promise<void> {
  await store.appendToStream(`order-${randomUUID()}`, [observed()], {
    expectedStreamVersion: 'STREAM_DOES_NOT_EXIST',
  })
}

for (let stream = 0; stream < loaded.streams; stream++) {
  await store.appendToStream(`loaded-${stream}`, Array.from({ length: loaded.events }, observed))
}
let next = 0
await serve(
  {
    append,
    load: async () => fold((await store.readStream(`loaded-${next++ % loaded.streams}`)).events),
  },
  () => store.close(),
)
