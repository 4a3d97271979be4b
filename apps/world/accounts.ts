import { Database } from '#platform/database/database.ts'
import { Sessions } from '../../src/modules/identity/sessions/sessions.ts'
import type { Caller } from './caller.ts'
import type { Person } from './invented.ts'
import { type Account, demoPassword, type World } from './world.ts'

/**
 * Signs a person up, who types the mailed code so many milliseconds later.
 * @returns the account, signed in; null for somebody who never types it
 */
export async function register(
  { stepped }: World,
  person: Person,
  confirmedAfter: number | null,
): Promise<Account | null> {
  const { firstName, lastName, email, phone, company } = person
  const caller = stepped.caller(person.address, person.agent)
  const account = { firstName, lastName, email, phone, company, password: demoPassword }
  await caller.demand('POST', '/api/auth/user/register', account)
  await stepped.work()
  if (confirmedAfter === null) return null
  const otpCode = await mailedCode(caller, email)
  await stepped.moveTo(stepped.clock.now().getTime() + confirmedAfter)
  const { user } = await caller.demand('POST', '/api/auth/verify-otp', { email, otpCode })
  return { caller, person, userId: user.id }
}

/** A session that is not used for days has ended: the account gets another one, as its password would give. */
export async function signIn({ stepped }: World, { caller, userId, person }: Account): Promise<void> {
  const { container } = stepped.site
  const visitor = { address: person.address, agent: person.agent }
  caller.keep('session', await container.get(Sessions).open(container.get(Database).sql, userId, visitor))
}

async function mailedCode(caller: Caller, email: string): Promise<string> {
  const { mails } = await caller.demand('GET', `/api/dev/mail?to=${encodeURIComponent(email)}`)
  const code = /\b(\d{6})\b/.exec(mails.at(-1)?.text ?? '')?.[1]
  if (code === undefined) throw new Error(`No code was mailed to ${email}`)
  return code
}
