import { canonicalEmail } from '#platform/contract/email.ts'
import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { programTables } from './tables.ts'
import type { WaitList } from './wait-list.ts'

/** Personal data of wait lists: names and addresses. */
export class WaitPersonalData extends PersonalData {
  readonly name = 'waitLists'
  readonly #database: Database
  readonly #waits: WaitList

  constructor(database: Database, waits: WaitList) {
    super()
    this.#database = database
    this.#waits = waits
  }

  override async export({ email }: Person): Promise<unknown> {
    return (await this.#waits.ofPerson(email)).map(({ id: _, begun: __, ...entry }) => entry)
  }

  override async erase({ email }: Person): Promise<void> {
    const address = canonicalEmail(email)
    if (address === null) return
    for (const { id } of await this.#waits.ofPerson(email))
      await this.#waits.leave(id, 'erased', 'system:privacy')
    await programTables(this.#database.sql)
      .updateTable('program_wait')
      .set({ email: null, mailbox: null, name: null })
      .where('email', '=', address)
      .execute()
  }
}
