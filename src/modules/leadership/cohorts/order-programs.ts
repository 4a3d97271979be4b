import { Config } from '#platform/config/config.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { OrderPrograms, type ProgramOfOrder } from '../index.ts'
import { calendarOf } from './calendar.ts'
import { programWeeks } from './domain/cohort-plan.ts'
import { type Participant, Participants } from './participants.ts'
import { RecordLists } from './record-lists.ts'
import { Syllabus } from './syllabus.ts'

/** The cohorts of paid orders, and their sessions as calendar files. */
export class ProgramsOfOrders extends OrderPrograms {
  static readonly needs = {
    participants: Participants,
    records: RecordLists,
    syllabus: Syllabus,
    config: Config,
    clock: Clock,
  }
  readonly #parts: Given<typeof ProgramsOfOrders.needs>

  constructor(parts: Given<typeof ProgramsOfOrders.needs>) {
    super()
    this.#parts = parts
  }

  override async ofOrder(orderId: string): Promise<ProgramOfOrder | null> {
    const participant = await this.#parts.participants.ofOrder(orderId)
    if (participant === null || !participant.holdsPlace) return null
    const content = Buffer.from((await this.calendar(participant)) ?? '')
    const contentType = 'text/calendar; charset=utf-8'
    const calendar = { filename: 'program.ics', content, contentType }
    return { plan: participant.cohort, themes: themesOf(participant.cohort.weeks), calendar }
  }

  override themes(): readonly string[] {
    return themesOf(Object.values(this.#parts.syllabus.published()))
  }

  /** The sessions as an iCalendar file; only one of them with `only`, null for an unknown one. */
  async calendar(participant: Participant, only?: string): Promise<string | null> {
    const { records, config, clock } = this.#parts
    const input = {
      ...participant,
      brand: config.brandName,
      page: `${config.publicUrl}/program`,
      host: new URL(config.publicUrl).hostname,
      coaching: await records.bookings(participant.cohort.id, participant.orderId),
      now: clock.now(),
    }
    return calendarOf(input, only)
  }
}

const themesOf = (weeks: readonly { theme: string }[]): string[] =>
  weeks.slice(0, programWeeks).map(({ theme }) => theme)
