import type { Draw } from './draw.ts'
import { inventPerson, inventWish } from './invented.ts'
import { busyMoments, officeMoment } from './seasons.ts'
import { day, drawOf, hour, minute, type World } from './world.ts'

const sources = { google: 38, linkedin: 27, newsletter: 14, podcast: 7, 'partner site': 6, direct: 8 }
const campaigns = ['spring-cohort', 'authentic-leader', 'cost-of-leadership', 'founders']
const pages = {
  '/': 46,
  '/aboutus': 12,
  '/leadership-cost-calculator': 13,
  '/certification': 11,
  '/certification/program-details': 9,
  '/payment': 3,
  '/login': 4,
  '/terms': 2,
}
const notes = [
  'Left a message, will try again on Thursday.',
  'Wants to start with the next cohort. Sent the syllabus.',
  'Asked for a group price; spoke with finance.',
  'Not this year, budget is gone. Call again in January.',
]

/** Visitors that leave their details. */
export function planLeads(world: World, count: number): void {
  const { agenda, start, end } = world
  const draw = drawOf(world, 'leads')
  busyMoments(draw, start, end, count).forEach((at, number) => {
    const own = drawOf(world, `lead ${number}`)
    agenda.add(at, () => leaveDetails(world, own, number))
  })
}

/** Where a visitor comes from. */
export function drawTouch(draw: Draw) {
  const source = draw.weighted(sources)
  return source === 'direct'
    ? { landingPage: '/' }
    : { source, medium: 'referral', campaign: draw.pick(campaigns), landingPage: '/' }
}

async function leaveDetails(world: World, draw: Draw, number: number): Promise<void> {
  const { stepped } = world
  const person = inventPerson(draw, number)
  const touch = drawTouch(draw)
  const isProgram = draw.chance(0.04)
  const caller = stepped.caller(person.address, person.agent)
  await caller.demand('POST', '/api/leads', {
    name: `${person.firstName} ${person.lastName}`,
    phone_number: person.phone,
    email: person.email,
    company_name: person.company,
    additional_message: isProgram ? 'Cheap backlinks for your site https://spam.example' : inventWish(draw),
    lead_type: draw.weighted({ normal_lead: 55, whitepaper_download: 35, pre_order_book: 10 }),
    fill_ms: isProgram ? 300 : draw.whole(9_000, 90_000),
    attribution: { first: touch, last: touch, agreed: draw.chance(0.75) },
  })
}

/** Twice a week an editor goes through what is new. */
export function planInbox(world: World): void {
  const { agenda, start, end } = world
  for (let at = start + day; at < end - 2 * hour; at += 3.5 * day) {
    const draw = drawOf(world, `inbox ${at}`)
    agenda.add(officeMoment(draw, at), () => readInbox(world, draw))
  }
}

async function readInbox({ stepped, staff }: World, draw: Draw): Promise<void> {
  const name = draw.pick(['edda.editor', 'emil.editor'] as const)
  const editor = await staff.as(name)
  const { leads } = await editor.demand('GET', '/api/admin/leads?status=new&quarantine=without')
  for (const { id } of leads) {
    // Some wait for the next time, and some are forgotten.
    if (draw.chance(0.12)) continue
    const status = draw.weighted({ contacted: 50, qualified: 25, closed: 25 })
    const note = draw.chance(0.3) ? { note: { id: stepped.ids.uuid(), text: draw.pick(notes) } } : {}
    await editor.demand('PATCH', `/api/admin/leads/${id}`, { status, owner: name, ...note })
    await stepped.moveTo(stepped.clock.now().getTime() + draw.whole(1, 9) * minute)
  }
}

/** Pages as browsers measured them: kept for some weeks, so only the last of them. */
export function planPageLoads(world: World, perDay: number): void {
  const { agenda, end, stepped } = world
  const draw = drawOf(world, 'pages')
  const from = Math.max(world.start, end - 10 * day)
  for (const at of busyMoments(draw, from, end, Math.round((perDay * (end - from)) / day))) {
    const person = inventPerson(draw, 0)
    const route = draw.weighted(pages)
    // A few slow lines among many quick ones.
    const paint = draw.between(250, 900) * (draw.chance(0.08) ? draw.between(2, 5) : 1)
    const body = {
      route,
      firstContentfulPaint: paint,
      largestContentfulPaint: paint * draw.between(1.1, 1.9),
      domContentLoaded: paint * draw.between(1, 1.4),
      load: paint * draw.between(1.4, 2.6),
      cumulativeLayoutShift: draw.chance(0.8) ? 0 : draw.between(0, 0.15),
    }
    agenda.add(at, async () => {
      const caller = stepped.caller(person.address, person.agent)
      await caller.demand('GET', '/api/cms')
      await caller.demand('POST', '/api/performance/load', body)
    })
  }
}
