import type { Customers } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Keys } from '#platform/kernel/keys.ts'
import { left, Paper, right, tones, width } from '#platform/pdf/paper.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { dayInWords, lastDay } from './domain/cohort-plan.ts'
import { type CountedSession, countedSessions, hoursOf } from './domain/hours.ts'
import type { Participant, Participants } from './participants.ts'
import { PrivateAddresses } from './private-addresses.ts'
import { programSettings } from './program-settings.ts'
import type { RecordLists } from './record-lists.ts'
import type { Syllabus } from './syllabus.ts'

/** Records of hours, made from what is recorded when they are asked for. Their address is their permission and their check. */
export class HoursRecords {
  readonly #addresses: PrivateAddresses
  readonly #parts: ConstructorParameters<typeof HoursRecords>

  constructor(...parts: [Keys, Config, Participants, RecordLists, Customers, Settings, Clock, Syllabus]) {
    this.#parts = parts
    const [keys, { publicUrl }] = parts
    this.#addresses = new PrivateAddresses(keys.derive('program-hours'), publicUrl, 'hours', 'pdf')
  }

  addressOf(orderId: string): string {
    return this.#addresses.of(orderId, 0)
  }

  async sessionsOf(orderId: string): Promise<CountedSession[]> {
    const [, , , lists, , , clock, syllabus] = this.#parts
    const { labs, coaching } = await lists.ofAllCohorts(orderId)
    const themed = labs.map(({ weeks, links, ...lab }) => {
      const theme = syllabus.of({ weeks, links })[lab.week - 1]?.theme ?? ''
      return { ...lab, theme }
    })
    return countedSessions(themed, coaching, clock.now())
  }

  /** @throws AppError not-found `RECORD_NOT_FOUND`, also for an erased person */
  async pdf(file: string): Promise<Buffer> {
    const [, { brandName }, participants, , customers, settings, clock] = this.#parts
    const orderId = this.#addresses.orderOf(file)
    const participant = orderId === null ? null : await participants.ofOrder(orderId)
    const person = participant === null ? null : await customers.get(participant.buyerId)
    if (participant === null || person === null || !this.#addresses.isValid(file, participant.orderId, 0))
      throw new AppError('not-found', 'RECORD_NOT_FOUND', 'There is no record of hours at this address.')
    return hoursPdf({
      brand: brandName,
      name: `${person.firstName} ${person.lastName}`.trim(),
      cohort: participant.cohort,
      sessions: await this.sessionsOf(participant.orderId),
      settings: await settings.read(programSettings),
      address: this.addressOf(participant.orderId),
      now: clock.now(),
    })
  }
}

interface HoursInput {
  brand: string
  name: string
  cohort: Pick<Participant['cohort'], 'startsOn' | 'timeZone'>
  sessions: readonly CountedSession[]
  settings: Record<'providerName' | 'shrmActivityId' | 'shrmPdcs' | 'pmiActivityId' | 'pmiPdus', string>
  address: string
  now: Date
}

/** One page. Of SHRM and PMI it has what the owner has entered, and nothing else. */
export async function hoursPdf(input: HoursInput): Promise<Buffer> {
  const { brand, name, cohort, sessions, settings, address, now } = input
  const dayOf = (at: Date): string =>
    at.toLocaleDateString('en-US', { dateStyle: 'full', timeZone: cohort.timeZone })
  const facts = [
    ['Participant', name],
    ['Program', 'Authentic Leader Certification'],
    ['Cohort', `${dayInWords(cohort.startsOn)} to ${dayInWords(lastDay(cohort.startsOn))}`],
    ['Provider', settings.providerName || brand],
    ['SHRM activity ID', settings.shrmActivityId],
    ['Approved SHRM PDCs', settings.shrmPdcs],
    ['PMI activity ID', settings.pmiActivityId],
    ['Approved PMI PDUs', settings.pmiPdus],
  ].filter(([, value]) => value !== '')
  const soft = { size: 9.5, color: tones.soft }
  const paper = await Paper.open({ title: `Record of hours: ${name}`, author: brand, date: now }, [
    input,
    address,
  ])
  const table = (rows: readonly (readonly string[])[], columns: readonly number[]): void => {
    const element = paper.element('Table')
    for (const texts of rows) {
      const row = paper.element('TR', element)
      const cells = texts.map((text, at) => ({
        ...{
          text,
          size: 10.5,
          x: left + (columns[at] ?? 0),
          width: (columns[at + 1] ?? width) - (columns[at] ?? 0) - 8,
        },
        into: at === 0 ? paper.element('TH', row, { scope: 'Row' }) : paper.element('TD', row),
      }))
      paper.row(cells, 17)
    }
    paper.y += 14
  }
  paper.logo(left - 4, 44, 36)
  paper.paragraph(brand, { size: 13, face: 'display', color: tones.soft }, 30)
  paper.paragraph('Record of hours', { size: 26, face: 'display' }, 36, 'H1')
  paper.y += 8
  table(facts as string[][], [0, 130])
  paper.paragraph('Sessions attended', { size: 14, face: 'display' }, 20, 'H2')
  paper.rule(paper.y + 6, [left, right], tones.sand, 0.75)
  paper.y += 8
  table(
    sessions.map(({ title, on, minutes }) => [
      title,
      on === null ? '' : on instanceof Date ? dayOf(on) : dayInWords(on),
      `${minutes} minutes`,
    ]),
    [0, 248, 418],
  )
  const sum = sessions.reduce((all, { minutes }) => all + minutes, 0)
  paper.paragraph(`${hoursOf(sessions).toFixed(2)} hours`, { size: 21, face: 'display' }, 28)
  paper.paragraph(`${sum.toLocaleString('en-US')} minutes in quarter hours, rounded down.`, soft, 15)
  paper.y += 10
  for (const note of [
    'Minutes are those of presence, at most the length of the session. A lab of one week counts once. Meals and breaks are not part of the sessions.',
    `Made on ${dayOf(now)}. The record as it is today opens at this address, which also checks this page:`,
  ])
    paper.paragraph(note, soft, 14)
  const link = paper.element('Link', paper.element('P'))
  const top = paper.y
  paper.row([{ text: address, x: left, width, size: 9, color: tones.copper, into: link }], 14)
  paper.pdf.link(left, top, width, paper.y - top + 4, address, {
    structParent: link,
    Contents: Object(address),
  } as object)
  return paper.bytes((page, pages) => `${brand}, record of hours, page ${page} of ${pages}`)
}
