import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'

/** A process that uses the embedded server: prints what it got, and leaves when its input ends. */
const options = JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof startEmbeddedPostgres>[0]
try {
  const lines: string[] = []
  const server = await startEmbeddedPostgres({ ...options, log: (line) => lines.push(line) })
  console.log(JSON.stringify({ ...server, lines }))
  for await (const _ of process.stdin);
  await server.stop()
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }))
}
