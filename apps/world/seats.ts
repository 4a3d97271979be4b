import { register, signIn } from './accounts.ts'
import type { Company } from './company.ts'
import type { Draw } from './draw.ts'
import { inventPerson, type Person } from './invented.ts'
import { hour, type World } from './world.ts'

/** Once a company may use its seats: its manager invites colleagues, and most of them take theirs. */
export async function planColleagues(world: World, draw: Draw, company: Company): Promise<void> {
  const { stepped, agenda } = world
  const { manager, organizationId, orderId, seats } = company
  await signIn(world, manager)
  // One or two are kept for somebody who is not there yet.
  const invited = Math.max(1, seats - draw.whole(0, 2))
  const [, host] = manager.person.email.split('@')
  const people = Array.from({ length: invited }, (_, at) => {
    const person = inventPerson(draw, 20_000 + company.number * 100 + at)
    const [name] = person.email.split('@')
    return { ...person, email: `${name}@${host}`, company: company.name }
  })
  // One at a time: those that are invited together are recorded in any order.
  for (const { email } of people) {
    const invitation = { orderId, emails: [email] }
    const answer = await manager.caller.post(`/api/organizations/${organizationId}/seats/invite`, invitation)
    // The order may not be paid after all.
    if (answer.status !== 200) return
  }
  await stepped.work()
  for (const person of people) {
    if (draw.chance(0.3)) continue
    const at = stepped.clock.now().getTime() + draw.between(2, 6 * 24) * hour
    agenda.add(Math.min(at, world.end - hour), () => claim(world, draw, company, person))
  }
}

async function claim(world: World, draw: Draw, company: Company, person: Person): Promise<void> {
  const { participants } = world
  const { manager, organizationId } = company
  await signIn(world, manager)
  const { seats } = await manager.caller.demand('GET', `/api/organizations/${organizationId}/seats`)
  const seat = seats.find((one: { email: string | null }) => one.email === person.email)
  if (!seat?.link) return
  const account = await register(world, person, draw.whole(20, 240) * 1_000)
  if (account === null) return
  const token = new URL(seat.link.url).search.slice(1)
  await account.caller.demand('POST', '/api/seats/claim', { token })
  participants.set(seat.id, account)
}
