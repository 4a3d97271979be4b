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

const section = <I extends string, F extends z.ZodType>(id: I, fields: F) =>
  z.strictObject({ id: z.literal(id), type: Id, fields })

/** Every section the site knows, chosen by its id; a section with another id is refused with its path. */
export const Section = z.discriminatedUnion('id', [
  section('carousel', Carousel),
  section('whitepaper', Whitepaper),
  section('ideation-reality', Timeline),
  section('lead-form', LeadForm),
  section('quotes', Quotes),
  section('book', Book),
  section('certification', Certification),
  section('leadership-cost-section', CostSection),
  section('about-hero', AboutHero),
  section('mission-vision', MissionVision),
  section('people', People),
  section('certification-questionnaire', Questionnaire),
  section('certification-program', Program),
  section('calculator', Calculator),
  section('results', Results),
  section('legal', Legal),
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
