import type { Page, Section } from '../sections/tree.ts'
import { certificationProgramDetails } from './certification-program-details.ts'
import { people } from './people.ts'

/** A person, a voice or a company that the base template invented. */
export interface Sample {
  route: Page['route']
  section: Section['id']
  name: string
}

/** The names of those whom a section presents to visitors. */
function presentedBy(section: Section): string[] {
  if (section.id === 'people')
    return [...section.fields.people, ...section.fields.logos].map(({ name }) => name)
  if (section.id === 'certification-program') return section.fields.testimonials.map(({ name }) => name)
  return []
}

const invented = new Set([people, ...certificationProgramDetails.sections].flatMap(presentedBy))

/** Whoever is shown under an invented name. New words under an old name are a sample still; a new name is none. */
export function samplesIn(pages: readonly Page[]): Sample[] {
  return pages.flatMap(({ route, sections }) =>
    sections.flatMap((section) =>
      presentedBy(section)
        .filter((name) => invented.has(name.trim()))
        .map((name) => ({ route, section: section.id, name })),
    ),
  )
}
