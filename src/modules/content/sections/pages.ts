import { z } from 'zod'
import { Colours, Icon, Id, Media, MediaPath, plain, Segment, Text } from './primitives.ts'

export const AboutHero = z.strictObject({
  title: Text,
  content: z.array(Segment).max(40),
  media: Media.optional(),
})

export const MissionVision = z.strictObject({
  cards: z.array(z.strictObject({ title: Text, content: Text, media: Media.optional() })).max(6),
  /** The words above the last button of the page. */
  ctaSection: z.strictObject({ title: Text, description: Text }).optional(),
})

const Person = z.strictObject({
  name: plain(120).min(1),
  role: Text,
  /** What they have done, a line each. */
  career: z.array(plain(200)).max(3),
  quote: Text,
  media: Media,
})

/** Who teaches, and where participants come from. Shown on the about page, and in part on the home and program pages. */
export const People = z.strictObject({
  title: Text,
  subtitle: Text,
  people: z.array(Person).max(12),
  logosTitle: Text,
  /** Companies; without a picture the name itself is set. */
  logos: z.array(z.strictObject({ name: plain(120).min(1), picture: MediaPath.optional() })).max(12),
})

export const Questionnaire = z.strictObject({
  title: Text,
  subtitle: Text,
  questions: z
    .array(
      z.strictObject({
        id: Id,
        title: Text,
        icon: Icon.optional(),
        hasHelpIcon: z.boolean().optional(),
        helpText: Text.optional(),
        options: z
          .array(z.strictObject({ id: Id, title: Text, icon: Icon.optional(), description: Text }))
          .min(1)
          .max(8),
      }),
    )
    .min(1)
    .max(6),
  navigation: z.strictObject({
    backButton: z.strictObject({ text: Text, icon: Icon.optional() }),
    continueButton: z.strictObject({ text: Text, icon: Icon.optional() }),
  }),
  colors: Colours,
})

export const Program = z.strictObject({
  title: Text,
  subtitle: Text,
  description: Text,
  programOverview: z.strictObject({
    description: Text,
    duration: Text,
    difficulty: Text,
    certification: Text,
  }),
  programBenefits: z.array(z.strictObject({ icon: Icon.optional(), title: Text, description: Text })).max(12),
  /** One row a week, in their order. */
  syllabus: z
    .array(z.strictObject({ theme: Text, lab: Text, assignment: Text, note: Text.optional() }))
    .max(24)
    .optional(),
  enrollment: z.strictObject({ price: plain(20), includes: z.array(plain(300)).max(20) }),
  testimonials: z.array(z.strictObject({ content: Text, name: plain(120), title: Text })).max(12),
  faqs: z.array(z.strictObject({ question: Text, answer: Text })).max(30),
  videoSection: z.strictObject({
    title: Text,
    duration: Text,
    description: Text,
    video: MediaPath.optional(),
    poster: MediaPath.optional(),
    captions: MediaPath.optional(),
  }),
  ctaSection: z.strictObject({ title: Text, subtitle: Text, buttonText: Text }),
  colors: Colours,
  uiText: z.record(z.string().regex(/^\w{1,60}$/), plain(300)).optional(),
  trackerLabels: z.array(plain(40)).length(4).optional(),
  nextCohort: Text.optional(),
})

const Noted = z.strictObject({
  title: Text,
  content: Text,
  value: plain(40).optional(),
  icon: Icon.optional(),
  sourceNote: Text.optional(),
})

export const Calculator = z.strictObject({
  title: Text,
  subtitle: Text,
  sectionHeading: Text,
  banner: Text,
  infoCards: z.array(Noted).max(6),
  marketing: z.strictObject({ title: Text, subtitle: Text.optional(), cards: z.array(Noted).max(8) }),
})

export const Results = z.strictObject({
  title: Text,
  subtitle: Text,
  actionButtons: z.strictObject({
    reverseCost: Text,
    stopLoss: Text,
    download: Text,
    back: Text,
    startOver: Text,
  }),
  promotion: z.strictObject({ title: Text, description: Text }),
  shareSection: z.strictObject({
    title: Text,
    subtitle: Text,
    message: Text,
    blurbs: z.array(z.strictObject({ title: Text, content: Text })).max(6),
  }),
})

export const Legal = z.strictObject({
  title: Text,
  effectiveDate: z.iso.date(),
  introduction: Text,
  clauses: z.array(z.strictObject({ id: Id, heading: Text, paragraphs: z.array(plain()).max(20) })).max(40),
  /** The last block; `{email}` in its text is the support address, as a link. */
  questions: z.strictObject({ heading: Text, text: Text }).optional(),
})
