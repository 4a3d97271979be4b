import type { Page, Section } from '../sections/tree.ts'
import { certificationProgramDetails } from './certification-program-details.ts'
import { people } from './people.ts'

/** The people, testimonials and companies of a section that the base template invented. */
interface Samples {
  route: Page['route']
  section: Section['id']
  names: string[]
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

/** The sections that show invented names. New text under an invented name is still a sample; a new name is none. */
export function samplesIn(pages: readonly Page[]): Samples[] {
  return pages.flatMap(({ route, sections }) =>
    sections
      .map((section) => ({
        route,
        section: section.id,
        names: presentedBy(section).filter((name) => invented.has(name.trim())),
      }))
      .filter(({ names }) => names.length > 0),
  )
}
