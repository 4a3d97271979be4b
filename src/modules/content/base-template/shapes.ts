/**
 * The shapes of the content tree, as types only: the base template is written against them, `sections/` checks them.
 * A value is plain, or an object with `value` and `format`. Media are site-relative names such as `art/keel.svg`.
 * `{product}` in any text stands for the configured brand name.
 */
export type Format = 'normal' | 'bold' | 'bolder' | 'medium' | 'semibold' | 'light'
export type Text = string | { value: string; format?: Format }
export interface Segment {
  text: string
  format?: Format
}
export interface Media {
  desktop?: Record<string, string>
  mobile?: Record<string, string>
  /** What the picture shows; empty or absent for decoration. */
  alt?: string
}
export interface Card {
  title: Text
  content: Text
  media?: Media
}

export interface Slide {
  id: string
  order: number
  title: { lines: Segment[]; highlight?: { text: string; colour?: string; brushImage?: string } }
  subtitle: { value: string; colour?: string; backgroundImage?: string }
  description: { value: string; appendText?: string }
  mobileOverlay?: { value: string; colour?: string; fontSize?: string; fontWeight?: string }
  /** A colour or a linear or radial gradient of colours. */
  background?: string
  media: Media
}
export interface CarouselFields {
  slides: Slide[]
  /** Seconds between slides; 0 means that nothing moves by itself. */
  autoplaySeconds?: number
}
export interface WhitepaperFields {
  title: Text
  subtitle: Text
  description?: Text
  buttonText: Text
  media?: Media
}
export interface TimelineFields {
  title: Text
  subtitle?: Text
  timelineItems: {
    id: string
    order: number
    boxTitle: Text
    onHoverDesc: Text
    descTitle: Text
    descText: Text
    media: Media
  }[]
  pathImages: { from: string; to: string; image: string }[]
}
export interface LeadFormFields {
  title: { part1: Text; part2: Text }
  subtitle: Text
  buttonText: Text
  background?: string
  contactInfo: { title: Text; note?: Text; email: string; phone: string }
}
export interface BookFields {
  title: Text
  subtitle: Text
  description: Text
  buttonText: Text
  media: Media
}
export interface CertificationFields {
  title: Text
  description: Text
  buttonText: Text
  features: { title: Text; description: Text; icon?: string }[]
  trustIndicator: Text
  /** Where a claim comes from; shown small beside it. */
  sourceNote?: Text
  media: Media
  background?: string
  colors?: Record<string, string>
}
export interface CostSectionFields {
  title: Text
  subtitle?: Text
  statistics: { value: string; label: Text; sourceNote?: Text }[]
  benefits: { title: Text; description: Text; icon?: string }[]
  ctaSection: { title?: Text; description?: Text; buttonText: Text }
}
export interface AboutHeroFields {
  title: Text
  content: Segment[]
  media?: Media
}
export interface MissionVisionFields {
  cards: Card[]
  /** The words above the last button of the page. */
  ctaSection?: { title: Text; description: Text }
}
export interface QuestionnaireFields {
  title: Text
  subtitle: Text
  questions: {
    id: string
    title: Text
    icon?: string
    hasHelpIcon?: boolean
    helpText?: Text
    options: { id: string; title: Text; icon?: string; description: Text }[]
  }[]
  navigation: { backButton: { text: Text; icon?: string }; continueButton: { text: Text; icon?: string } }
  colors: Record<string, string>
}
export interface ProgramFields {
  title: Text
  subtitle: Text
  description: Text
  programOverview: { description: Text; duration: Text; difficulty: Text; certification: Text }
  programBenefits: { icon?: string; title: Text; description: Text }[]
  enrollment: { price: string; includes: string[] }
  testimonials: { content: Text; name: string; title: Text }[]
  faqs: { question: Text; answer: Text }[]
  videoSection: {
    title: Text
    duration: Text
    description: Text
    video?: string
    poster?: string
    captions?: string
  }
  ctaSection: { title: Text; subtitle: Text; buttonText: Text }
  colors: Record<string, string>
  uiText?: Record<string, string>
  trackerLabels?: string[]
  nextCohort?: Text
}
export interface CalculatorFields {
  title: Text
  subtitle: Text
  sectionHeading: Text
  banner: Text
  infoCards: { title: Text; content: Text; value?: string; icon?: string; sourceNote?: Text }[]
  marketing: {
    title: Text
    subtitle?: Text
    cards: { title: Text; content: Text; value?: string; sourceNote?: Text }[]
  }
}
export interface ResultsFields {
  title: Text
  subtitle: Text
  actionButtons: { reverseCost: Text; stopLoss: Text; download: Text; back: Text; startOver: Text }
  promotion: { title: Text; description: Text }
  shareSection: { title: Text; subtitle: Text; message: Text; blurbs: { title: Text; content: Text }[] }
}
/** What the loading overlay shows, one of them at random. */
export interface QuotesFields {
  quotes: { text: string; source: string }[]
}
/** Terms and privacy: headed paragraphs, with the date from which they hold. */
export interface LegalFields {
  title: Text
  effectiveDate: string
  introduction: Text
  clauses: { id: string; heading: Text; paragraphs: string[] }[]
  /** The last block; `{email}` in its text is the support address, as a link. */
  questions?: { heading: Text; text: Text }
}

export interface SectionShapes {
  carousel: CarouselFields
  whitepaper: WhitepaperFields
  'ideation-reality': TimelineFields
  'lead-form': LeadFormFields
  book: BookFields
  certification: CertificationFields
  'leadership-cost-section': CostSectionFields
  'about-hero': AboutHeroFields
  'mission-vision': MissionVisionFields
  'certification-questionnaire': QuestionnaireFields
  'certification-program': ProgramFields
  calculator: CalculatorFields
  results: ResultsFields
  quotes: QuotesFields
  legal: LegalFields
}
export type SectionId = keyof SectionShapes
export type SectionOf<I extends SectionId> = { id: I; type: string; fields: SectionShapes[I] }
export type Section = { [I in SectionId]: SectionOf<I> }[SectionId]

/** `description` and `image` feed search engines and link previews. */
export interface Page {
  route: string
  title: string
  description?: string
  image?: string
  sections: Section[]
}
export interface ContentTree {
  pages: Page[]
}
