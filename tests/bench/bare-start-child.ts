/**
 * The yardsticks of `start.ts`: the least an Express with a database does before its first answer. With `libraries` it has
 * imported the libraries of the fixed stack first, which no product on that stack can start without. With `stay` it goes on.
 */
import express from 'express'
import { Pool } from 'pg'

const wanted = process.argv.slice(2)
if (wanted.includes('libraries')) {
  await import('reflect-metadata')
  await Promise.all([
    import('@mikro-orm/postgresql'),
    import('inversify'),
    import('zod'),
    import('pino'),
    import('pg-boss'),
    import('stripe'),
  ])
}
const pool = new Pool({ connectionString: process.env.BARE_DATABASE_URL })
const app = express()
app.get('/', async (_req, res) => {
  res.json((await pool.query('select 1 as one')).rows)
})
const server = app.listen(0, async () => {
  const address = server.address()
  await fetch(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`)
  if (wanted.includes('stay')) console.log('ready')
  else process.exit(0)
})
