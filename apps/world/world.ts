import type { Agenda } from './agenda.ts'
import type { Caller } from './caller.ts'
import { Draw } from './draw.ts'
import type { Person } from './invented.ts'
import type { SteppedSite } from './stepped-site.ts'

/** What everybody in a world has at hand. Times are milliseconds since 1970. */
export interface World {
  seed: string
  start: number
  end: number
  stepped: SteppedSite
  agenda: Agenda
  staff: Team
  /** Who goes through the program, by the order or the seat that brought them. */
  participants: Map<string, Account>
}

/** A customer with a browser. */
export interface Account {
  caller: Caller
  person: Person
  userId: string
}

/** The members of staff, each signed in when something is to be done. */
export interface Team {
  as(username: StaffName): Promise<Caller>
}

export const team = {
  'olivia.owner': 'owner',
  'felix.finance': 'finance',
  'edda.editor': 'editor',
  'emil.editor': 'editor',
  'vera.viewer': 'viewer',
} as const
export type StaffName = keyof typeof team
/** Of everybody in a demo, staff and customers: there is nothing behind it. */
export const demoPassword = 'Demo-world-2026'

export const drawOf = ({ seed }: Pick<World, 'seed'>, whose: string): Draw => new Draw(`${seed} ${whose}`)

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
