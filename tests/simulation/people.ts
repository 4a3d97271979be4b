import { Database } from '#platform/database/database.ts'
import { Authenticator } from '#platform/http/routes.ts'
import type { Caller } from '../../apps/world/caller.ts'
import type { SteppedSite } from '../../apps/world/stepped-site.ts'
import { Sessions } from '../../src/modules/identity/sessions/sessions.ts'
import { Staff } from '../../src/server/services.ts'

const password = 'Simulation-2026'

export interface Buyer {
  id: string
  email: string
}

type StaffAccount = Parameters<Sessions['replace']>[1]

/** Creates the account that `People` signs in to. */
export async function createFinance({ container }: SteppedSite['site']): Promise<void> {
  await container.get(Staff).create({ username: 'felix', password, role: 'finance' })
}

/** The callers of the site in a history: buyers, and one member of staff. */
export class People {
  readonly #stepped: SteppedSite
  #buyers = 0
  #felix: StaffAccount | undefined

  constructor(stepped: SteppedSite) {
    this.#stepped = stepped
  }

  async newBuyer(): Promise<Buyer> {
    const { ids, clock, site } = this.#stepped
    const buyer = { id: ids.uuid(), email: `buyer${this.#buyers++}@simulation.example` }
    await site.container.get(Database).sql.query(
      `insert into identity_customer (id, email, first_name, last_name, password_hash, is_email_verified, created_at, updated_at)
       values ($1, $2, 'Ada', 'Simulated', 'none', true, $3, $3)`,
      [buyer.id, buyer.email, clock.now()],
    )
    return buyer
  }

  async sessionOf({ id }: Buyer): Promise<Caller> {
    const { container } = this.#stepped.site
    const caller = this.#stepped.caller('198.51.100.8', 'simulation')
    const visitor = { address: '198.51.100.8', agent: 'simulation' }
    caller.keep('session', await container.get(Sessions).open(container.get(Database).sql, id, visitor))
    return caller
  }

  /** Signs in once. Later sessions are opened directly, like those of buyers, because checking a password is slow by design. */
  async finance(): Promise<Caller> {
    const visitor = { address: '198.51.100.7', agent: 'simulation' }
    const felix = this.#stepped.caller(visitor.address, visitor.agent)
    const { container } = this.#stepped.site
    if (this.#felix === undefined) {
      await felix.demand('POST', '/api/auth/login', { username: 'felix', password })
      const accounts = await container
        .get(Database)
        .sql.query<StaffAccount>(
          `select id, password_hash as "passwordHash" from identity_staff where username = 'felix'`,
        )
      this.#felix = accounts[0]
    } else {
      const session = await container.get(Sessions).replace('staff', this.#felix, visitor, undefined)
      felix.keep(Authenticator.staffCookie, session ?? '')
    }
    return felix
  }

  async staff(method: string, path: string, body: object): Promise<void> {
    const felix = await this.finance()
    const { status, body: said } = await felix.send(method, path, body)
    // A refusal because of the order's state is part of a history; a refused call would silently shrink the histories.
    if ([400, 401, 403, 404].includes(status) && said.code !== 'REFUND_TOO_LARGE')
      throw new Error(`${method} ${path}: ${status} ${JSON.stringify(said)}`)
  }

  /** Records the differences that the product leaves to a person: payments that the site did not make and got no event for. */
  async recordDifferences(): Promise<void> {
    const felix = await this.finance()
    const { open } = await felix.demand('GET', '/api/finance/reconciliation')
    for (const { id, action } of open)
      await felix.demand('POST', `/api/finance/reconciliation/differences/${id}/settle`, { action })
  }
}
