/** Links to the sessions of a cohort and to its material. Every address is https. */
export interface CohortLinks {
  /** The links of the weekly labs, in the order of the plan; '' for none yet. */
  join: string[]
  /** The page on which a participant books private coaching; '' if staff arranges it. */
  coaching: string
  material: Material[]
}

export interface Material {
  /** From 1. */
  week: number
  title: string
  url: string
}

export const noLinks: CohortLinks = { join: [], coaching: '', material: [] }

/** JSON with a fixed order of fields: stored links have their fields in another order than links from a request. */
const canonicalJson = ({ join, coaching, material }: CohortLinks): string =>
  JSON.stringify([join, coaching, material.map(({ week, title, url }) => [week, title, url])])

export const sameLinks = (one: CohortLinks, other: CohortLinks): boolean =>
  canonicalJson(one) === canonicalJson(other)
