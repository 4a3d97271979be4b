import type { Page, Section } from '../sections/tree.ts'
import { certificationProgramDetails } from './certification-program-details.ts'
import { people } from './people.ts'

/** A person, a testimonial or a company that the base template invented. */
export interface Sample {
  route: Page['route']
  section: Section['id']
  name: string
}

/** The names that a section shows to visitors: none while it is hidden. */
function presentedBy(section: Section): string[] {
  if (section.hidden) return []
  if (section.id === 'people')
    return [...section.fields.people, ...section.fields.logos].map(({ name }) => name)
  if (section.id === 'certification-program') return section.fields.testimonials.map(({ name }) => name)
  return []
}

const invented = new Set([people, ...certificationProgramDetails.sections].flatMap(presentedBy))

/** The invented names that the pages show. New text under an invented name is still a sample; a new name is none. */
export function samplesIn(pages: readonly Page[]): Sample[] {
  return pages.flatMap(({ route, sections }) =>
    sections.flatMap((section) =>
      presentedBy(section)
        .filter((name) => invented.has(name.trim()))
        .map((name) => ({ route, section: section.id, name })),
    ),
  )
}
