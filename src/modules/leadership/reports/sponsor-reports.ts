import { Customers, Organizations } from '#modules/identity/index.ts'
import { Config } from '#platform/config/config.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { isShared } from '../cohorts/domain/report-consent.ts'
import { Participants } from '../cohorts/participants.ts'
import { progressOf, RecordLists } from '../cohorts/record-lists.ts'
import { SeatRows } from '../cohorts/seats/seat-rows.ts'
import { CredentialRegister } from '../credentials/credential-register.ts'
import type { ReportRow } from './contract.ts'
import { reportPdf } from './report-files.ts'

/** The reports of organizations, made from what is recorded when they are asked for. */
export class SponsorReports {
  static readonly needs = {
    seats: SeatRows,
    participants: Participants,
    records: RecordLists,
    register: CredentialRegister,
    customers: Customers,
    organizations: Organizations,
    config: Config,
    clock: Clock,
  }
  readonly #parts: Given<typeof SponsorReports.needs>

  constructor(parts: Given<typeof SponsorReports.needs>) {
    this.#parts = parts
  }

  /** A row for each paid seat; those of one cohort with `cohortId`. */
  async of(organizationId: string, cohortId?: string): Promise<ReportRow[]> {
    const { seats, participants, records: lists, register, customers } = this.#parts
    const paid = (await seats.ofOrganization(organizationId)).filter(
      ({ claim, cohort }) => claim === 'paid' && (cohortId === undefined || cohort?.id === cohortId),
    )
    const ids = paid.map(({ id }) => id)
    const [consents, people, records, credentials] = await Promise.all([
      participants.reportConsents(ids),
      customers.getMany(paid.flatMap(({ participantId }) => participantId ?? [])),
      lists.ofSeats(paid),
      register.ofOrders(ids),
    ])
    return paid.map(({ id, state, participantId, cohort }): ReportRow => {
      const person = state === 'claimed' ? people.get(participantId ?? '') : undefined
      const row = {
        seatId: id,
        startsOn: cohort?.startsOn ?? null,
        name: person === undefined ? null : `${person.firstName} ${person.lastName}`.trim(),
      }
      if (state !== 'claimed') return { ...row, state: 'not-claimed', progress: null }
      if (person === undefined || !isShared(consents.get(id)))
        return { ...row, state: 'not-shared', progress: null }
      const credential = credentials.get(id)
      const progress = {
        ...progressOf(records.get(id)),
        certificate: credential?.state === 'valid' ? credential.address : null,
      }
      return { ...row, state: 'shared', progress }
    })
  }

  async pdf(organizationId: string, cohortId?: string): Promise<Buffer> {
    const { organizations, config, clock } = this.#parts
    const [organization, rows] = await Promise.all([
      organizations.get(organizationId),
      this.of(organizationId, cohortId),
    ])
    return reportPdf({
      brand: config.brandName,
      organization: organization?.name ?? '',
      rows,
      now: clock.now(),
    })
  }
}
