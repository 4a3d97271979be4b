import type { CustomerActor, StaffActor } from '#platform/http/call.ts'
import { Authenticator } from '#platform/http/routes.ts'
import type { Sessions } from './sessions.ts'

/** Finds the owner of a session cookie for the platform. */
export class IdentityAuthenticator extends Authenticator {
  readonly #sessions: Sessions

  constructor(sessions: Sessions) {
    super()
    this.#sessions = sessions
  }

  override customer(session: string): Promise<CustomerActor | null> {
    return this.#sessions.customer(session)
  }

  override staff(session: string): Promise<StaffActor | null> {
    return this.#sessions.staff(session)
  }
}
