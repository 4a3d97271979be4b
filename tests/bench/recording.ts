import autocannon from 'autocannon'
import type { TestDatabase } from '../support/database.ts'
import { spawnApp } from '../support/spawn-app.ts'
import { type BenchRow, interleaved } from './rounds.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
/** Answered from the database each time, so that statements are recorded as well as calls. */
const path = '/api/products/type/certification_program'

/** What recording timings costs: calls per second of one process that records against one that does not. */
export async function benchRecording(database: TestDatabase): Promise<BenchRow> {
  const start = (statistics: string) =>
    spawnApp({
      env: {
        DATABASE_URL: database.url,
        DATABASE_ADMIN_URL: database.adminUrl,
        LOG_LEVEL: 'silent',
        PERFORMANCE_STATS: statistics,
        TRUST_PROXY_HOPS: '1',
      },
    })
  const [recording, silent] = [await start('all'), await start('off')]
  let rounds = 0
  const rate = (url: string) => async (): Promise<number> => {
    // Each round from an address of its own: all together make more calls than one address may.
    rounds += 1
    const headers = { 'x-forwarded-for': `10.1.0.${rounds}` }
    const result = await autocannon({ url: url + path, headers, connections: 16, duration: seconds })
    if (result.non2xx > 0)
      throw new Error(
        `${path} answered ${result.non2xx} times with an error: ${JSON.stringify(result.statusCodeStats)}`,
      )
    return result.requests.average
  }
  try {
    return await interleaved(
      { path: `GET ${path}, timings recorded`, against: 'the same, nothing recorded', bar: 0.98 },
      rate(recording.url),
      rate(silent.url),
      { rounds: 15 },
    )
  } finally {
    for (const app of [recording, silent]) {
      await app.stop()
      await app.clean()
    }
  }
}
