/** The yardstick of `start.ts`: the least an Express with a database does before its first answer. */
import express from 'express'
import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env.BARE_DATABASE_URL })
const app = express()
app.get('/', async (_req, res) => {
  res.json((await pool.query('select 1 as one')).rows)
})
const server = app.listen(0, async () => {
  const address = server.address()
  await fetch(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`)
  process.exit(0)
})
