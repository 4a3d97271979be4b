import { startTestServer, type TestServer } from './server.ts'

/** Both database projects of one run set up in one process; the first starts the server, the last stops it. */
const shared = globalThis as { veraleadTestServer?: { users: number; server: Promise<TestServer> } }

export default async function setup(): Promise<() => Promise<void>> {
  shared.veraleadTestServer ??= { users: 0, server: startTestServer() }
  const held = shared.veraleadTestServer
  held.users += 1
  await held.server
  return async () => {
    held.users -= 1
    if (held.users > 0) return
    delete shared.veraleadTestServer
    await (await held.server).stop()
  }
}
