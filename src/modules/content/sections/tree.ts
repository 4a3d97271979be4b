import { z } from 'zod'
import { isAdded, sectionKinds } from '../contract-sections.ts'
import { AddedFields } from './added.ts'
import { Book, Carousel, Certification, CostSection, LeadForm, Quotes, Timeline, Whitepaper } from './home.ts'
import {
  AboutHero,
  Calculator,
  Legal,
  MissionVision,
  People,
  Program,
  Questionnaire,
  Results,
} from './pages.ts'
import { Id, MediaPath, plain } from './primitives.ts'
import { ResearchSources } from './research-sources.ts'

/** A hidden section is left out of what visitors get. */
const hidden = z.boolean().optional()

/** The schema of a section with this id; `title` is its name in the editor. */
const section = <I extends keyof typeof sectionKinds, F extends z.ZodType>(id: I, title: string, fields: F) =>
  z
    .strictObject({ id: z.literal(id), type: Id, hidden, fields })
    .refine((each) => !each.hidden || sectionKinds[id] === 'band', {
      path: ['hidden'],
      message: 'must not be true: the page needs this section',
    })
    .meta({ title })

/** Every built-in section, selected by its id. */
const Known = z.discriminatedUnion('id', [
  section('carousel', 'Slides of the first screen', Carousel),
  section('whitepaper', 'Whitepaper', Whitepaper),
  section('ideation-reality', 'Timeline', Timeline),
  section('lead-form', 'Lead form and contact', LeadForm),
  section('quotes', 'Quotes while a page loads', Quotes),
  section('book', 'Book', Book),
  section('certification', 'Certification', Certification),
  section('leadership-cost-section', 'Cost of poor leadership', CostSection),
  section('about-hero', 'Our story', AboutHero),
  section('mission-vision', 'Mission and vision', MissionVision),
  section('people', 'People and companies', People),
  section('certification-questionnaire', 'Questionnaire', Questionnaire),
  section('certification-program', 'Program', Program),
  section('calculator', 'Calculator', Calculator),
  section('research-sources', 'Research sources', ResearchSources),
  section('results', 'Results', Results),
  section('legal', 'Legal text', Legal),
])

/** The names of the built-in sections in the editor, by id. */
export const sectionTitles: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Known.options.map((option) => [option.shape.id.value, option.meta()?.title]),
)

/** Any id that is not built in. Typed like the ids that the editor makes, so that ids distinguish sections in types. */
const AddedId = Id as unknown as z.ZodType<`section-${string}`, `section-${string}`>
const Added = z
  .strictObject({ id: AddedId, type: Id, hidden, fields: AddedFields })
  .meta({ title: 'Added section' })

/** A section of a page. Its id alone selects the schema, so that errors are those of that schema. */
export const Section = z.union([Known, Added])
Section._zod.run = (payload, context) =>
  (isAdded(idOf(payload.value)) ? Added : Known)._zod.run(payload, context)

function idOf(value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' ? id : ''
}

export type Section = z.output<typeof Section>
export type SectionId = z.output<typeof Known>['id']
export type AddedSection = z.output<typeof Added>
export type SectionOf<I extends SectionId> = Extract<Section, { id: I }>
/** The editable fields of one section; in any text, names in braces stand for facts (`saved-texts.ts`). */
export type Fields<I extends SectionId> = SectionOf<I>['fields']

export const pageRoutes = [
  '/home',
  '/about',
  '/certification-questionnaire',
  '/certification-program-details',
  '/leadership-cost-calculator',
  '/leadership-cost-results',
  '/terms',
  '/privacy',
] as const

/** `description` and `image` are for search engines and link previews. */
const Page = z.strictObject({
  route: z.enum(pageRoutes),
  title: plain(120).min(1),
  description: plain(320).optional(),
  image: MediaPath.optional(),
  sections: z.array(Section).max(20),
})
export type Page = z.output<typeof Page>

/** A page as visitors get it, without hidden sections. `hidden` lists hidden built-in sections, so that they are not drawn. */
export const PublicPage = Page.extend({ hidden: z.array(Id).max(20).optional() })
export type PublicPage = z.output<typeof PublicPage>

/** The program as visitors get it: what counts as done, the material and the final account are for participants. */
function publicSectionOf(section: Section): Section {
  if (section.id !== 'certification-program') return section
  const syllabus = section.fields.syllabus?.map(({ done: _, material: __, ...week }) => week)
  const { finalAccount: _, ...fields } = section.fields
  return { ...section, fields: { ...fields, ...(syllabus && { syllabus }) } }
}

/** The parts of a page that visitors get. Nothing draws the research sources: browsers ask for them by calls. */
export function publicPageOf(page: Page): PublicPage {
  const sections = page.sections
    .filter(({ hidden, id }) => !hidden && id !== 'research-sources')
    .map(publicSectionOf)
  if (page.sections.every((each, at) => each === sections[at])) return page
  const hidden = page.sections.filter((each) => each.hidden && !isAdded(each.id)).map(({ id }) => id)
  return { ...page, sections, ...(hidden.length > 0 && { hidden }) }
}

/** The whole content tree; each known page at most once. */
export const Tree = z.strictObject({
  pages: z
    .array(Page)
    .max(pageRoutes.length)
    .refine(
      (pages) => new Set(pages.map(({ route }) => route)).size === pages.length,
      'must have each page once',
    ),
})
export type Tree = z.output<typeof Tree>
