import { Client } from 'pg'
import type { TestApp } from '../../support/app.ts'

/** Statements on the server of an app's database, outside of that database. */
export async function onServer(app: TestApp, work: (client: Client) => Promise<unknown>): Promise<void> {
  const url = new URL(app.database.superUrl)
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Copies a database to which nobody is connected. */
export const copyDatabase = (app: TestApp, from: string, to: string): Promise<void> =>
  onServer(app, (client) => client.query(`create database ${to} template ${from} owner veralead_owner`))
