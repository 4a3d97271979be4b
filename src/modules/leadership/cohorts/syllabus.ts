import type { PublishedSyllabus } from '#modules/content/index.ts'
import type { Cohort } from './domain/cohort.ts'
import { finalAccount } from './domain/cohort-record.ts'
import { noWeek, type ProgramWeek, type ProgramWeeks, weekNumbers } from './domain/program-weeks.ts'

/** The weeks of the program: those that the content publishes, and those of a cohort. */
export class Syllabus {
  readonly #published: PublishedSyllabus

  constructor(published: PublishedSyllabus) {
    this.#published = published
  }

  /** The published weeks, of which a cohort takes a copy when it is opened. */
  published(): ProgramWeeks {
    const { weeks, finalAccount: account } = this.#published.current()
    return Object.fromEntries(
      weekNumbers.map((week) => [
        week,
        { ...noWeek, ...(week === finalAccount ? account : weeks[week - 1]), recordings: [] },
      ]),
    )
  }

  /**
   * The twelve weeks of a cohort and its final account. A cohort that was opened before cohorts had copies has the published weeks instead, with
   * the material of its links.
   */
  of({ weeks, links }: Pick<Cohort, 'weeks' | 'links'>): ProgramWeek[] {
    const published = this.published()
    return weekNumbers.map((week) => {
      const own = weeks[week]
      if (own !== undefined) return own
      const content = published[week] ?? noWeek
      const material = (links.material ?? []).filter((each) => each.week === week)
      return {
        ...content,
        material: [...content.material, ...material.map(({ title, url }) => ({ title, url }))],
      }
    })
  }
}
