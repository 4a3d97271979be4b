import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { isAlive } from '#platform/database/embedded/pid-file.ts'
import { runFolderName, systemFolder } from './run-folder.ts'
import { workFolder } from './work-folder.ts'

/** A PostgreSQL server for one run of the tests; databases are made in it by `createTestDatabase`. */
export interface TestServer {
  kind: 'given' | 'container' | 'embedded'
  /** A superuser's address of its `postgres` database. */
  superUrl: string
  stop(): Promise<void>
}

const image = 'postgres:17-alpine'
const imageSeconds = 60
/** Nothing in a test's database has to survive a power cut; everything else stays as in production. */
const testSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  // Each core runs tests, and one simulated history has up to 82 connections.
  max_connections: String(100 * Math.max(2, availableParallelism())),
}

/**
 * The server the tests run against: TEST_DATABASE_URL when it is set; otherwise a container when a Docker
 * daemon answers; otherwise an embedded server. Sets TEST_DATABASE_URL for this process and its children, so
 * that a run has one server however often this is called.
 */
export async function startTestServer(log: (line: string) => void = console.log): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { kind: 'given', superUrl: given, stop: async () => undefined }
  const server = (await startContainer(log)) ?? (await startEmbedded())
  log(`Tests run on ${server.kind === 'container' ? `a container of ${image}` : 'the embedded PostgreSQL'}`)
  process.env.TEST_DATABASE_URL = server.superUrl
  return {
    ...server,
    stop: async () => {
      if (process.env.TEST_DATABASE_URL === server.superUrl) delete process.env.TEST_DATABASE_URL
      await server.stop()
    },
  }
}

async function startContainer(log: (line: string) => void): Promise<TestServer | undefined> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  const daemon = await getContainerRuntimeClient().catch(() => undefined)
  if (daemon === undefined) return undefined

  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const flags = Object.entries(testSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const starting = new PostgreSqlContainer(image)
    .withUsername('postgres')
    .withDatabase('postgres')
    .withCommand(['postgres', ...flags])
    .start()
  let late: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`no answer within ${imageSeconds} s`)), imageSeconds * 1_000)
  })
  try {
    const container = await Promise.race([starting, deadline])
    return {
      kind: 'container',
      superUrl: container.getConnectionUri(),
      stop: async () => {
        await container.stop()
      },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    log(`Docker could not give ${image} (${reason}); going on with the embedded PostgreSQL`)
    // A container that comes after the deadline is not wanted any more.
    starting.then((container) => container.stop()).catch(() => undefined)
    return undefined
  } finally {
    clearTimeout(late)
  }
}

const folderName = /^veralead-tests-(\d+)-/

async function startEmbedded(): Promise<TestServer> {
  await clearAbandoned()
  const dataDir = await mkdtemp(join(workFolder(), `veralead-tests-${process.pid}-`))
  await chmod(dataDir, 0o755) // the user that runs PostgreSQL is another one when this is root
  const { superUrl, stop } = await onFolder(dataDir)
  return { kind: 'embedded', superUrl, stop }
}

/** A server on `dataDir` that takes its folders with it. */
async function onFolder(dataDir: string): Promise<{ superUrl: string; stop(): Promise<void> }> {
  const clear = (path: string) => rm(path, { recursive: true, force: true })
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      explicit: false,
      log: () => undefined,
      settings: testSettings,
    })
    return {
      superUrl: server.superUrl,
      stop: async () => {
        await server.stop()
        await clear(server.location)
        await clear(dataDir)
      },
    }
  } catch (error) {
    await clear(dataDir)
    throw error
  }
}

/** What runs that were killed have left: their servers, each adopted in order to stop it, and their folders. */
export async function clearAbandoned(): Promise<void> {
  for (const folder of new Set([systemFolder(), workFolder()])) {
    for (const run of await abandoned(folder, runFolderName)) {
      await stopServers(run)
      await rm(run, { recursive: true, force: true })
    }
    await stopServers(folder)
  }
}

async function stopServers(folder: string): Promise<void> {
  for (const path of await abandoned(folder, folderName)) await (await onFolder(path)).stop()
}

/** The folders with such a name whose process has ended. */
async function abandoned(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => isAbandoned(pattern.exec(name)?.[1])).map((name) => join(folder, name))
}

const isAbandoned = (pid: string | undefined): boolean => pid !== undefined && !isAlive(Number(pid))
