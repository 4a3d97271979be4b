import { signIn } from './accounts.ts'
import type { Draw } from './draw.ts'
import { officeMoment } from './seasons.ts'
import { day, drawOf, hour, minute, type World } from './world.ts'

const weeks = 12
/** What is handed in beside one text for each week. */
const finalAccount = 13
/** How many people of a cohort hand their work in: all of them would double the time that a demo takes. */
const diligent = { first: 5, last: 7, running: 14 }
const texts = [
  'I asked three colleagues what they would change about our meetings. Two of them named the same thing, and I had not seen it.',
  'Held the conversation that I had put off since March. It took twenty minutes. I spoke less than I had planned.',
  'My map of who decides what in our team has two empty places. I have written down who I think should stand there.',
  'Stopped answering mails at dinner for a week. Nothing broke. My deputy decided two things, both as I would have.',
]
const answers = [
  'Good. Say in one sentence what you will do differently next time.',
  'Please name the conversation and what was agreed at its end.',
]

interface RunningCohort {
  id: string
  startsAt: number
  first: boolean
}

/** A cohort goes through its weeks: who was there, what was handed in and answered, the private sessions, the certificates. */
export function planCoursework(world: World, draw: Draw, cohort: RunningCohort): void {
  const { agenda, end } = world
  const { id, startsAt, first } = cohort
  const over = startsAt + (weeks * 7 + 2) * day
  const stage = over > end ? 'running' : first ? 'first' : over > end - 100 * day ? 'last' : null
  for (let week = 1; week <= weeks; week += 1) {
    const at = officeMoment(draw, startsAt + (week * 7 - 4) * day)
    if (at > end) return
    agenda.add(at, () => recordWeek(world, draw, cohort, week))
    if (stage !== null && (week % 3 === 0 || stage === 'running'))
      agenda.add(at + hour, () =>
        handIn(world, draw, id, diligent[stage], stage === 'running' ? [week] : [week - 2, week - 1, week]),
      )
  }
  if (stage === null || over + 6 * day > end) return
  agenda.add(over, () => handIn(world, draw, id, diligent[stage], [finalAccount]))
  agenda.add(officeMoment(draw, over + 3 * day), () => award(world, draw, id))
}

/** In the first cohort everybody comes to the coaching: its certificates are in every world, however small. */
async function recordWeek(
  world: World,
  draw: Draw,
  { id, first }: RunningCohort,
  week: number,
): Promise<void> {
  const { staff, stepped } = world
  const editor = await staff.as('emil.editor')
  const { participants } = await editor.demand('GET', `/api/admin/cohorts/${id}/records`)
  const orderIds: string[] = participants.map(({ orderId }: { orderId: string }) => orderId)
  const attended = orderIds.filter(() => draw.chance(0.86))
  if (attended.length > 0)
    await editor.demand('POST', `/api/admin/cohorts/${id}/attendance`, { week, attended, withdrawn: [] })
  // Sessions are agreed on in the weeks in which they are held.
  const session = { 3: 1, 8: 2 }[week]
  if (session === undefined) return
  for (const orderId of orderIds) {
    if (draw.chance(0.15) && !first) continue
    const at = new Date(stepped.clock.now().getTime() + draw.whole(2, 8) * day).toISOString()
    await editor.demand('PUT', `/api/admin/cohorts/${id}/coaching`, { orderId, session, at })
  }
}

/** What these people hand in, one after the other; what came earlier is answered first. */
async function handIn(world: World, draw: Draw, id: string, most: number, numbers: number[]): Promise<void> {
  const { staff, stepped, participants: accounts } = world
  await answerAll(world, draw)
  const editor = await staff.as('edda.editor')
  const { participants } = await editor.demand('GET', `/api/admin/cohorts/${id}/records`)
  const known = participants
    .map(({ orderId }: { orderId: string }) => orderId)
    .filter((orderId: string) => accounts.has(orderId))
    .sort()
    .slice(0, most)
  for (const orderId of known) {
    if (numbers.length === 1 && draw.chance(0.06)) continue
    await minutesLater(world, 2, 50)
    const account = accounts.get(orderId)!
    await signIn(world, account)
    for (const number of numbers)
      await account.caller.demand('PUT', `/api/program/${orderId}/assignments/${number}`, {
        submissionId: stepped.ids.uuid(),
        text: draw.pick(texts),
        link: '',
      })
  }
  await stepped.work()
}

/** Moves the clock on by so many minutes, drawn between both, at most to the end of the world. */
async function minutesLater(world: World, least: number, most: number): Promise<void> {
  const now = world.stepped.clock.now().getTime()
  const minutes = drawOf(world, `minutes after ${now}`).whole(least, most)
  await world.stepped.moveTo(Math.min(now + minutes * minute, world.end))
}

/** @param accepted the share that is, 0 to 1 */
async function answerAll(world: World, draw: Draw, accepted = 0.93): Promise<void> {
  const { staff, stepped } = world
  const editor = await staff.as('edda.editor')
  const { assignments } = await editor.demand('GET', '/api/admin/assignments')
  for (const { submissionId } of assignments) {
    const outcome = draw.chance(accepted) ? 'accepted' : 'returned'
    const words = outcome === 'returned' ? draw.pick(answers) : ''
    await minutesLater(world, 1, 6)
    await editor.demand('POST', `/api/admin/assignments/${submissionId}/answer`, { outcome, words })
  }
  await stepped.work()
}

async function award(world: World, draw: Draw, id: string): Promise<void> {
  const { staff, stepped, participants: accounts } = world
  await answerAll(world, draw, 1)
  const editor = await staff.as('edda.editor')
  const { participants } = await editor.demand('GET', `/api/admin/cohorts/${id}/credentials`)
  const orderIds = participants
    .filter(({ ready }: { ready: boolean }) => ready)
    .map(({ orderId }: { orderId: string }) => orderId)
  // One at a time: those that are awarded together are recorded in any order.
  for (const [index, orderId] of orderIds.entries()) {
    await editor.demand('POST', '/api/admin/credentials', { orderIds: [orderId] })
    // Three of four holders agree to be named in the directory.
    const account = accounts.get(orderId)
    if (account === undefined || index % 4 === 3) continue
    await signIn(world, account)
    await account.caller.demand('PUT', `/api/program/${orderId}/certificate`, { isPublic: true })
  }
  await stepped.work()
}
