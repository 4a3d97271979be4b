import type { Caller } from './caller.ts'
import { planCoursework } from './coursework.ts'
import type { Draw } from './draw.ts'
import { inventPerson } from './invented.ts'
import { officeMoment } from './seasons.ts'
import { day, drawOf, hour, type World } from './world.ts'

/** From one first day to the next. */
const everyDays = 70
/** So long before its first day a cohort can be booked. */
const openDays = 120

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A cohort every ten weeks, from soon after the beginning to beyond the end; one of them is small, and is waited for. */
export function planCohorts(world: World): void {
  const { agenda, start, end } = world
  const draw = drawOf(world, 'cohorts')
  const firstMonday = start + ((8 - new Date(start).getUTCDay()) % 7) * day + 28 * day
  for (let at = firstMonday, number = 0; at < end + openDays * day; at += everyDays * day, number += 1) {
    const startsAt = Math.floor(at / day) * day
    const opensAt = officeMoment(draw, Math.max(start, startsAt - openDays * day))
    const capacity = startsAt > end && startsAt < end + everyDays * day ? 4 : 40
    const first = number === 0
    agenda.add(opensAt, () => openCohort(world, startsAt, capacity, first))
  }
}

async function openCohort(world: World, startsAt: number, capacity: number, first: boolean): Promise<void> {
  const { stepped, staff } = world
  const editor = await staff.as('edda.editor')
  const id = stepped.ids.uuid()
  const draw = drawOf(world, `cohort ${id}`)
  await editor.demand('POST', '/api/admin/cohorts', {
    id,
    capacity,
    startsOn: dayOf(startsAt),
    timeZone: 'America/New_York',
    labs: [
      { weekday: 2, time: '12:00', minutes: 90 },
      { weekday: 2, time: '19:00', minutes: 90 },
    ],
    coachingWeeks: [4, 9],
  })
  await editor.demand('PUT', `/api/admin/cohorts/${id}/links`, {
    join: [`https://meet.veralead.example/${dayOf(startsAt)}`],
    coaching: 'https://book.veralead.example/coaching',
    coach: 'Margaret Okonjo',
    community: `https://forum.veralead.example/${dayOf(startsAt)}`,
  })
  for (const { week, ...material } of materials) await changeWeek(world, id, week, { material: [material] })
  planWelcome(world, id, startsAt)
  planGroups(world, id, startsAt)
  planRecordings(world, id, startsAt)
  planCoursework(world, draw, { id, startsAt, first })
  if (capacity < 10) planWaiting(world, draw, id)
}

const materials = [
  { week: 1, title: 'Where you lead from: a questionnaire', url: 'https://files.veralead.example/week-1' },
  { week: 2, title: 'Notes on listening', url: 'https://files.veralead.example/week-2' },
  { week: 5, title: 'A hard conversation, prepared', url: 'https://files.veralead.example/week-5' },
]

async function changeWeek({ staff }: World, id: string, week: number, changes: object): Promise<void> {
  const editor = await staff.as('edda.editor')
  const { weeks } = await editor.demand('GET', `/api/admin/cohorts/${id}/weeks`)
  await editor.demand('PUT', `/api/admin/cohorts/${id}/weeks/${week}`, { ...weeks[week - 1], ...changes })
}

/** The recording of each lab is linked on the day after it, a Wednesday. */
function planRecordings(world: World, id: string, startsAt: number): void {
  const { agenda, end } = world
  for (let week = 1; week <= 12; week += 1) {
    const at = startsAt + (week * 7 - 5) * day + 14 * hour
    if (at > end) return
    const recordings = [`https://video.veralead.example/${dayOf(startsAt)}/week-${week}`]
    agenda.add(at, () => changeWeek(world, id, week, { recordings }))
  }
}

/** A mail to everybody some days before the beginning. */
function planWelcome({ agenda, end, staff, stepped }: World, id: string, startsAt: number): void {
  const at = startsAt - 3 * day
  if (at > end) return
  agenda.add(at + day / 3, async () => {
    const editor = await staff.as('emil.editor')
    const { participants } = await editor.demand('GET', `/api/admin/cohorts/${id}/records`)
    if (participants.length === 0) return
    await editor.demand('POST', `/api/admin/cohorts/${id}/messages`, {
      messageId: stepped.ids.uuid(),
      subject: 'We begin on Monday',
      text: 'The first lab is on Tuesday at noon and again at seven in the evening, New York time: join either. The link is in your program.\n\nPlease bring one conversation of the last weeks that did not go as you wished.',
      orderIds: participants.map(({ orderId }: { orderId: string }) => orderId),
    })
  })
}

/** Peer groups of six, before the beginning; whoever came later is put into one in the first week. */
function planGroups({ agenda, end, staff }: World, id: string, startsAt: number): void {
  for (const at of [startsAt - 2 * day, startsAt + 3 * day].filter((moment) => moment <= end))
    agenda.add(at + 15 * hour, async () => {
      const editor = await staff.as('edda.editor')
      await editor.demand('POST', `/api/admin/cohorts/${id}/groups/fill`)
    })
}

/** People who ask for a full cohort. */
function planWaiting(world: World, draw: Draw, id: string): void {
  const { agenda, end, stepped } = world
  for (let number = 0; number < 3; number += 1) {
    const person = inventPerson(draw, 9_000 + number)
    agenda.add(end - draw.between(2, 60) * 3_600_000, async () => {
      const caller = stepped.caller(person.address, person.agent)
      const { cohorts } = await caller.demand('GET', '/api/cohorts')
      if (cohorts.find((one: { id: string }) => one.id === id)?.placesLeft !== 0) return
      const name = `${person.firstName} ${person.lastName}`
      await caller.demand('POST', `/api/cohorts/${id}/wait-list`, { email: person.email, name })
      await stepped.work()
    })
  }
}

/** What a buyer chooses: mostly the soonest cohort with so many places; null when there is none. */
export async function bookableCohort(caller: Caller, draw: Draw, places: number): Promise<string | null> {
  const { cohorts } = await caller.demand('GET', '/api/cohorts')
  const free = cohorts.filter(({ placesLeft }: { placesLeft: number }) => placesLeft >= places)
  const [soonest, next] = free
  return (draw.chance(0.8) ? soonest : (next ?? soonest))?.id ?? null
}
