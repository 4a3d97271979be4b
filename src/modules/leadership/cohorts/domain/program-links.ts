/** Links to the sessions of a cohort. Every address is https. */
export interface CohortLinks {
  /** The links of the weekly labs, in the order of the plan; '' for none yet. */
  join: string[]
  /** The page on which a participant books private coaching; '' if staff arranges it. */
  coaching: string
  /** The page on which the people of the cohort write to each other; '' or absent for none. */
  community?: string | undefined
  /** Of cohorts from before `ProgramWeeks`, whose weeks have their material. */
  material?: { week: number; title: string; url: string }[]
}

export const noLinks: CohortLinks = { join: [], coaching: '' }

/** JSON with a fixed order of fields: stored links have their fields in another order than links from a request. */
const canonicalJson = ({ join, coaching, community }: CohortLinks): string =>
  JSON.stringify([join, coaching, community ?? ''])

export const sameLinks = (one: CohortLinks, other: CohortLinks): boolean =>
  canonicalJson(one) === canonicalJson(other)
