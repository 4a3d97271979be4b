import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'

const docker = vi.hoisted(() => ({ daemon: true, images: [] as string[], stopped: 0, address: '' }))

vi.mock('testcontainers', () => ({
  getContainerRuntimeClient: async () => {
    if (!docker.daemon) throw new Error('no daemon')
    return {}
  },
}))

/** A container whose PostgreSQL is the one of this run: a real server, wherever it runs. */
vi.mock('@testcontainers/postgresql', () => ({
  PostgreSqlContainer: class {
    constructor(image: string) {
      docker.images.push(image)
    }
    withUsername() {
      return this
    }
    withDatabase() {
      return this
    }
    withCommand() {
      return this
    }
    async start() {
      return {
        getConnectionUri: () => docker.address,
        stop: async () => {
          docker.stopped += 1
        },
      }
    }
  },
}))
vi.resetModules()
afterAll(() => void vi.resetModules())
const { startTestServer } = await import('../../support/server.ts')

async function versionOf(connectionString: string): Promise<string> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>('select version()')
    return rows[0]?.version ?? ''
  } finally {
    await client.end()
  }
}

describe('the server of the integration tests', () => {
  const given = process.env.TEST_DATABASE_URL ?? ''
  beforeEach(() => {
    docker.address = given
    docker.images.length = 0
    docker.stopped = 0
    docker.daemon = true
  })
  afterEach(() => {
    process.env.TEST_DATABASE_URL = given
  })

  it('given this run, then its databases are real PostgreSQL and hold the tables of every module (M-011)', async () => {
    const database = await createTestDatabase()
    try {
      expect(await versionOf(database.url)).toMatch(/^PostgreSQL \d+/)
      const client = new Client({ connectionString: database.superUrl })
      await client.connect()
      const { rows } = await client.query<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public'`,
      )
      await client.end()
      const names = rows.map(({ name }) => name)
      for (const module of ['commerce', 'content', 'identity', 'lead'])
        expect(
          names.some((name) => name.startsWith(module)),
          `${module} among ${names.join(', ')}`,
        ).toBe(true)
    } finally {
      await database.drop()
    }
  })

  it('given a Docker daemon and no address, then a container of testcontainers is the server, known to everybody and stopped at the end (M-011)', async () => {
    delete process.env.TEST_DATABASE_URL
    const server = await startTestServer(() => undefined)
    expect(server.kind).toBe('container')
    expect(docker.images).toEqual(['postgres:17-alpine'])
    expect(process.env.TEST_DATABASE_URL).toBe(given)
    expect(await versionOf(server.superUrl)).toMatch(/^PostgreSQL \d+/)
    await server.stop()
    expect(docker.stopped).toBe(1)
    expect(process.env.TEST_DATABASE_URL).toBeUndefined()
  })

  it('given an address, then it is used, and no container is asked for (M-011)', async () => {
    const server = await startTestServer(() => undefined)
    expect(server).toMatchObject({ kind: 'given', superUrl: given })
    expect(docker.images).toEqual([])
  })
})
