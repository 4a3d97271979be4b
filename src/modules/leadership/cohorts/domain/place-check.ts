import type { CheckSource } from '../../domain/check-source.ts'
import { type Cohort, type CohortEvent, fold, occupied, type PlaceClaim } from './cohort.ts'
import { type CheckedOrder, SeatCheck } from './seat-check.ts'

interface PlaceRow {
  place: number
  orderId: string | null
  until: Date | null
  taken: boolean
  waitId: string | null
  group: number | null
}

const cohortText = `select status, capacity from program_cohort where id = $1`
const placesText = `select place_no as place, order_id as "orderId", held_until as until, taken_at is not null as taken,
  wait_id as "waitId", group_no as "group" from program_place where cohort_id = $1 order by place_no`
const waitsText = `select id, offered_until as until, standing from program_wait
  where cohort_id = $1 and standing in ('waiting', 'offered') order by number`
const orphanText = `select p.cohort_id as cohort, p.place_no as place, p.order_id as "orderId" from program_place p
  left join program_enrollment e on e.order_id = p.order_id and e.cohort_id = p.cohort_id
  where p.order_id is not null and e.order_id is null`
const cohortsText = 'select id from program_cohort'
/** The claim of each order to its place. `fresh`: chosen within 5 minutes, so the order may have been read before the choice. */
const enrollmentsText = `select e.order_id as "orderId", e.claim, e.unplaced_at is not null as unplaced,
  p.place_no is not null as placed, coalesce(p.taken_at is not null, false) as taken,
  e.chosen_at between now() - interval '5 minutes' and now() as fresh, e.order_version as "orderVersion"
  from program_enrollment e left join program_place p on p.order_id = e.order_id and p.cohort_id = e.cohort_id`

interface EnrollmentRow {
  orderId: string
  claim: PlaceClaim
  unplaced: boolean
  placed: boolean
  taken: boolean
  fresh: boolean
  /** The version of the order up to which the claim was followed. */
  orderVersion: number
}

const streamPrefix = 'cohort-'

/** Compares the places and wait lists of cohorts, and seats, with their events, and claims with the orders. */
export class PlaceCheck {
  readonly #source: CheckSource
  readonly #add: (fault: string) => void
  readonly #claims: ReadonlyMap<string, EnrollmentRow>
  readonly #seats: SeatCheck
  readonly #cohorts = new Set<string>()
  readonly #orders = new Set<string>()
  /** The number of places that were checked. */
  checked = 0

  private constructor(
    source: CheckSource,
    add: (fault: string) => void,
    claims: ReadonlyMap<string, EnrollmentRow>,
    seats: SeatCheck,
  ) {
    this.#source = source
    this.#add = add
    this.#claims = claims
    this.#seats = seats
  }

  /** Reads one small row per order with a cohort, and per seat, into memory. */
  static async begin(source: CheckSource, add: (fault: string) => void): Promise<PlaceCheck> {
    const rows = await source.query<EnrollmentRow>(enrollmentsText)
    const claims = new Map(rows.map((row) => [row.orderId, row]))
    return new PlaceCheck(source, add, claims, await SeatCheck.begin(source, add))
  }

  /** Checks a stream of the log; ignores streams that are neither a cohort's nor a seat's. */
  async stream(name: string, facts: readonly { type: string; data: unknown }[]): Promise<void> {
    this.#seats.stream(name, facts)
    if (!name.startsWith(streamPrefix)) return
    const id = name.slice(streamPrefix.length)
    this.#cohorts.add(id)
    const events = facts.map(({ type, data }) => ({ type, data }) as unknown as CohortEvent)
    const cohort = fold(id, events)
    const [row] = await this.#source.query<{ status: string; capacity: number }>(cohortText, [id])
    const capacity = Object.keys(cohort.places).length
    const expected = `${cohort.cancelled ? 'cancelled' : 'open'} with ${capacity} places`
    const actual = row === undefined ? 'not there' : `${row.status} with ${row.capacity} places`
    if (actual !== expected) this.#add(`cohort ${id} is ${actual} in the list, in the log ${expected}`)
    await this.#places(cohort)
    await this.#waits(cohort)
  }

  async #places(cohort: Cohort): Promise<void> {
    const rows = await this.#source.query<PlaceRow>(placesText, [cohort.id])
    const stored = new Map(rows.map((row) => [row.place, describePlace(row) + inGroup(row.group)]))
    const recorded = placesOfLog(cohort)
    for (const place of new Set([...stored.keys(), ...recorded.keys()])) {
      this.checked += 1
      const actual = stored.get(place) ?? 'not there'
      const known = recorded.get(place)
      const expected = known === undefined ? 'not there' : known + inGroup(cohort.groups[place])
      if (actual !== expected)
        this.#add(`place ${place} of cohort ${cohort.id} is ${actual} in the table, in the log ${expected}`)
    }
  }

  async #waits({ id, waiting, offers }: Cohort): Promise<void> {
    const rows = await this.#source.query<{ id: string; until: Date | null; standing: string }>(waitsText, [
      id,
    ])
    const waitingIds = rows.filter(({ standing }) => standing === 'waiting').map((row) => row.id)
    if (waitingIds.join() !== waiting.join())
      this.#add(
        `the wait list of cohort ${id} is not that of the log: ${waitingIds.length} people, not ${waiting.length}`,
      )
    const offered = new Map(Object.values(offers).map(({ waitId, until }) => [waitId, until]))
    for (const row of rows.filter(({ standing }) => standing === 'offered')) {
      const expected = offered.get(row.id)
      offered.delete(row.id)
      if (row.until?.toISOString() !== expected)
        this.#add(
          `the offer to ${row.id} ends ${row.until?.toISOString()} in the table, in the log ${expected}`,
        )
    }
    for (const waitId of offered.keys())
      this.#add(`the offer to ${waitId} is in the log and not in the table`)
  }

  /** Checks the claims of an order of the log, and of its seats. */
  order(id: string, order: CheckedOrder): void {
    const { claim, version } = order
    this.#enrollment(id, claim, version)
    for (const seat of this.#seats.order(id, order)) this.#enrollment(seat.id, seat.claim, version)
  }

  #enrollment(id: string, claim: PlaceClaim, version: number): void {
    const row = this.#claims.get(id)
    if (row === undefined) return
    this.#orders.add(id)
    // Nothing that happens to the order would be followed any more.
    if (row.orderVersion > version)
      this.#add(
        `order ${id} has version ${version}, and its cohort has followed it up to ${row.orderVersion}`,
      )
    if (row.claim !== claim) {
      if (!row.fresh) this.#add(`order ${id} is ${claim}, and ${row.claim} for its cohort`)
      return
    }
    if (claim === 'paid' && !row.taken && !row.unplaced)
      this.#add(`order ${id} is paid, has a cohort and no place, and is not marked as unplaced`)
    if (claim === 'paid' && row.taken && row.unplaced)
      this.#add(`order ${id} has its place and counts as an order without one`)
    if (claim === 'over' && row.placed) this.#add(`order ${id} is over and still has a place`)
    if (claim !== 'paid' && row.taken) this.#add(`order ${id} has a place for good and is not paid`)
  }

  /** Reports cohorts, enrollments and seats that the log does not have, and places whose order chose another cohort. */
  async end(): Promise<void> {
    this.#seats.end()
    for (const id of this.#claims.keys())
      if (!this.#orders.has(id))
        this.#add(`order ${id} has a cohort and is not in the log, or cannot be read`)
    for (const { id } of await this.#source.query<{ id: string }>(cohortsText))
      if (!this.#cohorts.has(id)) this.#add(`cohort ${id} is in the list and not in the log`)
    const orphans = await this.#source.query<{ cohort: string; place: number; orderId: string }>(orphanText)
    for (const { cohort, place, orderId } of orphans)
      this.#add(`place ${place} of cohort ${cohort} is of order ${orderId}, which did not choose that cohort`)
  }
}

function describePlace({ orderId, until, taken, waitId }: PlaceRow): string {
  if (waitId !== null) return `kept for ${waitId}`
  if (orderId === null) return 'free'
  return taken ? `taken by ${orderId}` : describeHold(orderId, until?.toISOString() ?? null)
}

const inGroup = (group: number | null | undefined): string => (group == null ? '' : ` in group ${group}`)

const describeHold = (orderId: string, until: string | null): string =>
  `held by ${orderId} ${until === null ? 'without end' : `until ${until}`}`

function placesOfLog(cohort: Cohort): Map<number, string> {
  const described = new Map(Object.keys(cohort.places).map((place) => [Number(place), 'free']))
  for (const { place, occupant } of occupied(cohort)) {
    const { orderId, taken, until } = occupant
    described.set(place, taken ? `taken by ${orderId}` : describeHold(orderId, until))
  }
  for (const [place, { waitId }] of Object.entries(cohort.offers))
    described.set(Number(place), `kept for ${waitId}`)
  return described
}
