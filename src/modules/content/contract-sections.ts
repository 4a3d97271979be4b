/**
 * The operations on a section besides editing its text: a `fixed` one stays where its page needs it, a `movable` one can
 * be moved among the others, and a `band` can also be hidden.
 */
export const sectionKinds = {
  carousel: 'fixed',
  whitepaper: 'band',
  'ideation-reality': 'band',
  // Every button that asks to join links to this section.
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
  'research-sources': 'fixed',
  results: 'fixed',
  legal: 'fixed',
} as const

/** The kind of the section with that id; any other id belongs to a section that an editor has added. */
export function kindOfSection(id: string): 'fixed' | 'movable' | 'band' {
  return isAdded(id) ? 'band' : sectionKinds[id as keyof typeof sectionKinds]
}

/** Whether the section was added by an editor, and is not built in. */
export function isAdded(id: string): boolean {
  return !Object.hasOwn(sectionKinds, id)
}
