import { sees, type WaitingItem, WaitingWork, type Worker } from '#platform/kernel/waiting-work.ts'
import type { CohortList, ListedCohort } from './cohort-list.ts'
import type { RecordLists } from './record-lists.ts'

/** Assignments to answer, paid participants without a place or a peer group, and wait lists. */
export class WaitingParticipants extends WaitingWork {
  readonly #cohorts: CohortList
  readonly #records: RecordLists

  constructor(cohorts: CohortList, records: RecordLists) {
    super()
    this.#cohorts = cohorts
    this.#records = records
  }

  override async of({ role }: Worker): Promise<WaitingItem[]> {
    const isCoach = sees(role, 'editor', 'finance')
    const [cohorts, ungrouped, assignments] = await Promise.all([
      this.#cohorts.all(),
      this.#cohorts.ungrouped(),
      isCoach ? this.#records.countWaiting() : 0,
    ])
    return [
      ...(isCoach ? [itemOf('Assignments to answer', assignments, [])] : []),
      inCohorts('Paid participants without a place', cohorts, ({ unplaced }) => unplaced),
      inCohorts('Participants without a group', cohorts, ({ id }) => ungrouped.get(id) ?? 0),
      inCohorts('People on wait lists', cohorts, ({ waiting }) => waiting),
    ]
  }
}

/** Links to the cohort if all are in one. */
function inCohorts(
  title: string,
  cohorts: readonly ListedCohort[],
  countOf: (cohort: ListedCohort) => number,
): WaitingItem {
  const some = cohorts.filter((cohort) => countOf(cohort) > 0)
  return itemOf(
    title,
    some.reduce((sum, cohort) => sum + countOf(cohort), 0),
    some,
  )
}

function itemOf(title: string, count: number, cohorts: readonly ListedCohort[]): WaitingItem {
  const [one, another] = cohorts
  const address = one !== undefined && another === undefined ? `/${one.id}` : ''
  return { area: 'Participants', title, count, address: `/operations/cohorts${address}` }
}
