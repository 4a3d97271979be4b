import { z } from 'zod'
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

/** A section by its id, with what it is called in the editor. */
const section = <I extends string, F extends z.ZodType>(id: I, title: string, fields: F) =>
  z.strictObject({ id: z.literal(id), type: Id, fields }).meta({ title })

/** Every section the site knows, chosen by its id; a section with another id is refused with its path. */
export const Section = z.discriminatedUnion('id', [
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
  section('results', 'Results', Results),
  section('legal', 'Legal text', Legal),
])
export type Section = z.output<typeof Section>
export type SectionId = Section['id']
export type SectionOf<I extends SectionId> = Extract<Section, { id: I }>
/** What an editor fills in one section; `{product}` in any text stands for the configured brand name. */
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

/** `description` and `image` feed search engines and link previews. */
const Page = z.strictObject({
  route: z.enum(pageRoutes),
  title: plain(120).min(1),
  description: plain(320).optional(),
  image: MediaPath.optional(),
  sections: z.array(Section).max(20),
})
export type Page = z.output<typeof Page>

/** The whole content tree: each known page at most once. */
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
