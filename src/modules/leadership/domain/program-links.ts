/** Where the sessions of a cohort take place, and what is read for them. Every address is https. */
export interface CohortLinks {
  /** Of the weekly labs, in the order of the plan; '' where there is none yet. */
  join: string[]
  /** Where a participant books the private coaching; '' when staff arranges it. */
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

/** In an order of its own: what was stored has its fields in another order than what was sent. */
const written = ({ join, coaching, material }: CohortLinks): string =>
  JSON.stringify([join, coaching, material.map(({ week, title, url }) => [week, title, url])])

export const sameLinks = (one: CohortLinks, other: CohortLinks): boolean => written(one) === written(other)
