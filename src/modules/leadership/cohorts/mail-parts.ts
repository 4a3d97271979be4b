import type { Customers, Organizations } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { OrderPrograms } from '../index.ts'
import type { CohortList } from './cohort-list.ts'
import type { SeatLinks } from './seats/seat-links.ts'
import type { SeatRows } from './seats/seat-rows.ts'
import type { WaitLinks } from './wait-links.ts'

/** What the mails of the program are composed from. */
export interface ProgramMailParts {
  database: Database
  customers: Customers
  organizations: Organizations
  cohorts: CohortList
  programs: OrderPrograms
  seats: SeatRows
  seatLinks: SeatLinks
  waitLinks: WaitLinks
  clock: Clock
  config: Config
}

/** What mails to the people of an organization are composed from. */
export type OrganizationReaders = Pick<ProgramMailParts, 'customers' | 'organizations' | 'config'>
