import { Client } from 'pg'
import { connectTo } from '#platform/database/connect-to.ts'

/**
 * Deletes every entry of the books, so that the next read books the whole log again. Only the owner's role may do so: a
 * trigger refuses deletes for other roles.
 * @param url the database's address as the owner's role
 */
export async function forgetBooks(url: string): Promise<void> {
  const client = new Client({ application_name: 'veralead-books-rebuild', ...connectTo(url) })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('alter table commerce_book_entry disable trigger only_grows')
    await client.query('update commerce_book_mark set position = 0 where id = 1')
    await client.query('delete from commerce_book_entry')
    await client.query('alter table commerce_book_entry enable trigger only_grows')
    await client.query('commit')
  } finally {
    await client.end()
  }
}
