import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'

/**
 * A server that waits for the disk at every commit, as in production: what is measured on one that does not says
 * nothing about either side. Its address is put into TEST_DATABASE_URL, where databases of tests are made.
 */
export async function startDurableServer(): Promise<{ postmaster: number; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'veralead-bench-'))
  const { superUrl, location, stop } = await startEmbeddedPostgres({
    dataDir,
    explicit: false,
    log: () => undefined,
    settings: { max_connections: '200', shared_buffers: '256MB' },
  })
  process.env.TEST_DATABASE_URL = superUrl
  return {
    postmaster: await postmasterOf(location),
    stop: async () => {
      await stop()
      await Promise.all([dataDir, location].map((path) => rm(path, { recursive: true, force: true })))
    },
  }
}

/** The process number of the server whose cluster lies at `location`. */
export async function postmasterOf(location: string): Promise<number> {
  return Number((await readFile(join(location, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
}
