/**
 * What may be done with a section beside editing its words: one that is `fixed` stands where its page needs it, one that
 * is `movable` takes any place among the others, and a `band` may also be hidden.
 */
export const sectionKinds = {
  carousel: 'fixed',
  whitepaper: 'band',
  'ideation-reality': 'band',
  // Every button that asks to join leads here.
  'lead-form': 'movable',
  quotes: 'fixed',
  book: 'band',
  certification: 'band',
  'leadership-cost-section': 'band',
  'about-hero': 'fixed',
  'mission-vision': 'band',
  people: 'band',
  'certification-questionnaire': 'fixed',
  'certification-program': 'fixed',
  calculator: 'fixed',
  results: 'fixed',
  legal: 'fixed',
} as const

/** What may be done with the section of that id; any other id is one that an editor has added. */
export function kindOfSection(id: string): 'fixed' | 'movable' | 'band' {
  return isAdded(id) ? 'band' : sectionKinds[id as keyof typeof sectionKinds]
}

/** True for a section that the site does not have by itself. */
export function isAdded(id: string): boolean {
  return !Object.hasOwn(sectionKinds, id)
}
