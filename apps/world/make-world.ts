import { Staff } from '../../src/server/services.ts'
import { Agenda } from './agenda.ts'
import { planBuyers } from './buyers.ts'
import type { Caller } from './caller.ts'
import { planCohorts } from './cohorts.ts'
import { planCompanies } from './companies.ts'
import { planContent } from './editors.ts'
import { planOddPayments } from './odd-payments.ts'
import { planPayouts } from './payouts.ts'
import type { SteppedSite } from './stepped-site.ts'
import { planInbox, planLeads, planPageLoads } from './visitors.ts'
import {
  day,
  demoPassword,
  drawOf,
  hour,
  minute,
  type StaffName,
  type Team,
  team,
  type World,
} from './world.ts'

/** How much of everything; the defaults are a year of a small business. */
export interface WorldSize {
  days: number
  buyers: number
  companies: number
  leads: number
  pageLoadsPerDay: number
  contentChanges: number
}
export const yearOfBusiness: WorldSize = {
  days: 365,
  buyers: 130,
  companies: 11,
  leads: 400,
  pageLoadsPerDay: 30,
  contentChanges: 16,
}

/**
 * Lives a world through from the site's present on, by the product's own calls. The same seed, size and beginning
 * give the same events.
 * @param progress of days that are over, of all days
 */
export async function makeWorld(
  stepped: SteppedSite,
  seed: string,
  size: WorldSize,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const start = stepped.clock.now().getTime()
  const end = start + size.days * day
  const agenda = new Agenda()
  const staff = await hire(stepped)
  const world: World = { seed, start, end, stepped, agenda, staff, participants: new Map() }
  planCohorts(world)
  planBuyers(world, size.buyers)
  planCompanies(world, size.companies)
  planLeads(world, size.leads)
  planInbox(world)
  planPageLoads(world, size.pageLoadsPerDay)
  planContent(world, size.contentChanges)
  planOddPayments(world)
  planPayouts(world)
  planBackground(world)
  for (let next = agenda.next(end); next !== undefined; next = agenda.next(end)) {
    await stepped.moveTo(next.at)
    await next.run()
    progress(Math.floor((next.at - start) / day), size.days)
  }
  await stepped.moveTo(end)
  await stepped.work()
  await stepped.keepFigures()
}

/**
 * What the product does by itself. Orders are looked after twice a week, daily in the last month; the jobs of a
 * schedule, such as the nightly check of the whole log, run once a week, daily in the last week, hourly on the last day.
 */
function planBackground({ agenda, start, end, stepped }: World): void {
  const lastDay = Math.max(start, end - day)
  for (let at = start + 6 * hour, number = 0; at < lastDay; at += day, number += 1) {
    const isWhole = number % 7 === 0 || at > end - 8 * day
    if (number % 7 !== 3 && at < end - 30 * day && !isWhole) continue
    agenda.add(at, () => (isWhole ? stepped.workThrough() : stepped.reconcile()))
  }
  for (let at = lastDay; at < end - hour; at += hour) agenda.add(at, () => stepped.workThrough())
  for (let at = end - hour; at < end; at += 2 * minute) agenda.add(at, () => stepped.keepFigures())
}

/** Makes the staff accounts, and a first sign-in of each. */
async function hire(stepped: SteppedSite): Promise<Team> {
  const staff = stepped.site.container.get(Staff)
  for (const [username, role] of Object.entries(team))
    await staff.create({ username, password: demoPassword, role })
  const signedIn = new Map<StaffName, { caller: Caller; at: number }>()
  return {
    as: async (username) => {
      const now = stepped.clock.now().getTime()
      const known = signedIn.get(username)
      // A session of staff that nobody uses ends after hours.
      if (known !== undefined && now - known.at < hour / 2) return known.caller
      const draw = drawOf({ seed: 'staff' }, username)
      const caller = stepped.caller(
        `198.51.100.${draw.whole(1, 254)}`,
        'Mozilla/5.0 (X11; Linux x86_64; rv:146.0)',
      )
      await caller.demand('POST', '/api/auth/login', { username, password: demoPassword })
      signedIn.set(username, { caller, at: now })
      return caller
    },
  }
}
