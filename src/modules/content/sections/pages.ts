import { z } from 'zod'
import {
  Colours,
  CutMedia,
  Icon,
  Id,
  LongText,
  MaterialUrl,
  Media,
  MediaPath,
  ProfileUrl,
  plain,
  RunningText,
  SourceUrl,
  Text,
  runningWeights as weights,
} from './primitives.ts'

const title = Text.meta({ title: 'Title' })
const subtitle = Text.meta({ title: 'Subtitle' })
const description = LongText.meta({ title: 'Description' })
const content = LongText.meta({ title: 'Text', weights })
const video = (name: string) => MediaPath.meta({ title: name, control: 'video' }).optional()

export const AboutHero = z.strictObject({
  title,
  content: RunningText,
  media: Media.optional(),
})

export const MissionVision = z.strictObject({
  cards: z
    .array(z.strictObject({ title, content, media: Media.optional() }))
    .max(6)
    .meta({ title: 'Cards', entry: 'card' }),
  /** The text above the last button of the page. */
  ctaSection: z.strictObject({ title, description }).meta({ title: 'Call to action' }).optional(),
})

/** What lets a reader check who somebody is; without them nothing is drawn in their place. */
const checkable = {
  employer: Text.meta({ title: 'Employer' }).optional(),
  link: ProfileUrl.meta({
    title: 'Link',
    description: 'A page about this person elsewhere, such as a LinkedIn profile. Begins with https://.',
  }).optional(),
}

const Person = z.strictObject({
  name: plain(120).min(1).meta({ title: 'Name' }),
  role: Text.meta({ title: 'Role' }),
  /** Their career, one line per position. */
  career: z
    .array(plain(200))
    .max(3)
    .meta({ title: 'Career', control: 'lines', description: 'One a line, at most three.', entry: 'line' }),
  quote: LongText.meta({ title: 'Quote' }),
  ...checkable,
  media: CutMedia,
})

/** The teachers, and the participants' companies. Shown on the about page, and in part on the home and program pages. */
export const People = z.strictObject({
  title,
  subtitle,
  people: z.array(Person).max(12).meta({ title: 'People', entry: 'person' }),
  logosTitle: Text.meta({ title: 'Title above the companies' }),
  /** Companies; without a picture the name is shown as text. */
  logos: z
    .array(
      z.strictObject({
        name: plain(120).min(1).meta({ title: 'Name' }),
        picture: MediaPath.meta({ title: 'Picture' }).optional(),
      }),
    )
    .max(12)
    .meta({ title: 'Companies', entry: 'company' }),
})

const button = (name: string) =>
  z
    .strictObject({
      text: Text.meta({ title: `${name} button text` }),
      icon: Icon.meta({ title: `${name} button icon` }).optional(),
    })
    .meta({ title: `Button ${name}`, control: 'inline' })

const stepNames = (title: string) =>
  z
    .array(plain(40))
    .length(4)
    .meta({ title, control: 'lines', description: 'One a line.', entry: 'step' })
    .optional()

export const Questionnaire = z.strictObject({
  title,
  subtitle,
  questions: z
    .array(
      z.strictObject({
        id: Id,
        title: Text.meta({ title: 'Question' }),
        icon: Icon.optional(),
        hasHelpIcon: z.boolean().meta({ title: 'Show a help icon' }).optional(),
        helpText: LongText.meta({ title: 'Help' }).optional(),
        options: z
          .array(
            z.strictObject({
              id: Id,
              title: Text.meta({ title: 'Answer' }),
              icon: Icon.optional(),
              description: LongText.meta({ title: 'What it means' }),
            }),
          )
          .min(1)
          .max(8)
          .meta({ title: 'Answers', entry: 'answer' }),
      }),
    )
    .min(1)
    .max(6)
    .meta({ title: 'Questions', entry: 'question' }),
  navigation: z
    .strictObject({ backButton: button('Back'), continueButton: button('Continue') })
    .meta({ title: 'Buttons' }),
  colors: Colours,
  trackerLabels: stepNames('Names of the four steps here, at the payment and after it'),
})

/** What a film has beside its file. */
const besideFilm = {
  poster: MediaPath.meta({ title: 'Picture before the film starts' }).optional(),
  captions: video('Captions of the film'),
}
const people = z.number().int().min(1).max(1_000_000)

export const Program = z.strictObject({
  title,
  subtitle,
  description,
  programOverview: z
    .strictObject({
      description,
      duration: Text.meta({ title: 'Length' }),
      difficulty: Text.meta({ title: 'For whom' }),
      certification: Text.meta({ title: 'Certificate' }),
    })
    .meta({ title: 'Overview' }),
  programBenefits: z
    .array(z.strictObject({ icon: Icon.optional(), title, description }))
    .max(12)
    .meta({ title: 'Benefits', entry: 'benefit' }),
  /** One row per week, in order. A cohort takes a copy when it is opened. */
  syllabus: z
    .array(
      z.strictObject({
        theme: Text.meta({ title: 'Theme' }),
        lab: LongText.meta({ title: 'Live lab' }),
        assignment: LongText.meta({ title: 'Assignment' }),
        done: LongText.meta({
          title: 'What counts as done',
          description: 'Participants see it beside the assignment.',
        }).optional(),
        material: z
          .array(z.strictObject({ title: plain(120).min(1).meta({ title: 'Title' }), url: MaterialUrl }))
          .max(20)
          .meta({ title: 'Material', description: 'Only participants see it.', entry: 'material' })
          .optional(),
        note: Text.meta({ title: 'Note' }).optional(),
      }),
    )
    .max(24)
    .meta({
      title: 'Syllabus',
      entry: 'week',
      description: 'A cohort keeps the weeks that are published when it is opened.',
    })
    .optional(),
  /** What a participant hands in at the end, beside the assignments of the weeks. */
  finalAccount: z
    .strictObject({
      assignment: LongText.meta({ title: 'Assignment' }),
      done: LongText.meta({ title: 'What counts as done' }),
    })
    .meta({ title: 'Final account', description: 'Participants see it below the weeks.' })
    .optional(),
  /** One live lab, from its first minute to its last. */
  labSection: z
    .strictObject({
      title,
      description,
      media: Media.optional(),
      parts: z
        .array(
          z.strictObject({
            minutes: z.number().int().min(1).max(240).meta({ title: 'Minutes' }),
            title,
            description,
          }),
        )
        .max(8)
        .meta({ title: 'Parts', entry: 'part', description: 'In their order. No part: no section.' }),
    })
    .meta({ title: 'What a lab looks like' })
    .optional(),
  /** A piece of a real lab; without a recording there is no section. */
  sampleLab: z
    .strictObject({
      title,
      description,
      recording: MediaPath.meta({
        title: 'Film or sound',
        control: 'video',
        description:
          'A file of this site or of its asset storage, such as videos/lab.mp4 or videos/lab.mp3, or an https address, which visitors get as a link.',
      }).optional(),
      ...besideFilm,
      transcript: plain(20_000).meta({
        title: 'Transcript',
        control: 'area',
        description: 'What is said and shown, for people who cannot hear or see it.',
      }),
    })
    .refine(({ recording, transcript }) => !recording || transcript.trim() !== '', {
      path: ['transcript'],
      message: 'must not be empty: some visitors can only read the recording',
    })
    .meta({ title: 'Sample of a lab' })
    .optional(),
  /** A measured result with its base and its source, or none. */
  outcome: z
    .strictObject({
      count: people.meta({ title: 'How many' }),
      of: people.meta({ title: 'Of how many participants' }),
      year: z.number().int().min(2000).max(2100).meta({ title: 'Year' }),
      what: Text.meta({
        title: 'What they did or reported',
        description: 'The end of the sentence “71 of 84 participants of 2026 …”.',
      }),
      source: plain(300)
        .min(1, 'must say how it was measured')
        .meta({ title: 'How it was measured', control: 'area' }),
    })
    .refine(({ count, of }) => count <= of, { path: ['count'], message: 'must not be more than all' })
    .meta({ title: 'Measured outcome' })
    .optional(),
  enrollment: z
    .strictObject({
      price: plain(20).meta({ title: 'Price' }),
      includes: z
        .array(plain(300))
        .max(20)
        .meta({ title: 'What is included', control: 'lines', description: 'One a line.', entry: 'line' }),
    })
    .meta({ title: 'Price', control: 'inline' }),
  testimonials: z
    .array(
      z.strictObject({
        content: LongText.meta({ title: 'Quote', weights }),
        name: plain(120).meta({ title: 'Name' }),
        title: Text.meta({ title: 'Role' }),
        ...checkable,
        media: CutMedia.optional(),
      }),
    )
    .max(12)
    .meta({ title: 'Testimonials', entry: 'testimonial' }),
  faqs: z
    .array(
      z.strictObject({
        question: Text.meta({ title: 'Question' }),
        answer: LongText.meta({ title: 'Answer' }),
      }),
    )
    .max(30)
    .meta({ title: 'Questions and answers', entry: 'question' }),
  videoSection: z
    .strictObject({
      title,
      duration: Text.meta({ title: 'Length' }),
      description,
      video: video('Film'),
      ...besideFilm,
    })
    .meta({ title: 'Film' }),
  ctaSection: z
    .strictObject({ title, subtitle, buttonText: Text.meta({ title: 'Button text' }) })
    .meta({ title: 'Call to action' }),
  colors: Colours,
  uiText: z
    .record(z.string().regex(/^\w{1,60}$/), plain(300).meta({ control: 'area' }))
    .meta({ title: 'Small texts' })
    .optional(),
  trackerLabels: stepNames('Names of the four steps'),
  nextCohort: Text.meta({ title: 'Next start' }).optional(),
})

const Noted = z.strictObject({
  title,
  content,
  value: plain(40).meta({ title: 'Figure' }).optional(),
  icon: Icon.optional(),
  sourceNote: Text.meta({ title: 'Source', description: 'Where the claim comes from.' }).optional(),
  sourceUrl: SourceUrl.optional(),
})

export const Calculator = z.strictObject({
  title,
  subtitle,
  sectionHeading: Text.meta({ title: 'Heading of the form' }),
  banner: LongText.meta({ title: 'Banner' }),
  infoCards: z.array(Noted).max(6).meta({ title: 'Cards beside the form', entry: 'card' }),
  marketing: z
    .strictObject({
      title,
      subtitle: subtitle.optional(),
      cards: z.array(Noted).max(8).meta({ title: 'Cards', entry: 'card' }),
    })
    .meta({ title: 'Below the form' }),
})

export const Results = z.strictObject({
  title,
  subtitle,
  actionButtons: z
    .strictObject({
      reverseCost: Text.meta({ title: 'Text above the buttons' }),
      stopLoss: Text.meta({ title: 'To the program' }),
      download: Text.meta({ title: 'Download' }),
      back: Text.meta({ title: 'Back' }),
      startOver: Text.meta({ title: 'Start over' }),
    })
    .meta({ title: 'Button texts' }),
  promotion: z
    .strictObject({
      title: title.meta({ title: 'Title', description: '{amount} stands for the yearly cost.' }),
      description,
    })
    .meta({ title: 'Promotion' }),
  shareSection: z
    .strictObject({
      title,
      subtitle,
      message: LongText.meta({ title: 'Message', description: '{amount} stands for the yearly cost.' }),
      blurbs: z.array(z.strictObject({ title, content })).max(6).meta({ title: 'Reasons', entry: 'reason' }),
    })
    .meta({ title: 'Sharing' }),
})

export const Legal = z.strictObject({
  title,
  effectiveDate: z.iso.date().meta({ title: 'In force from', description: 'Year, month, day: 2026-11-21.' }),
  introduction: LongText.meta({ title: 'Introduction' }),
  clauses: z
    .array(
      z.strictObject({
        id: Id,
        heading: Text.meta({ title: 'Heading' }),
        paragraphs: z
          .array(plain().meta({ control: 'area' }))
          .max(20)
          .meta({ title: 'Paragraphs', entry: 'paragraph' }),
      }),
    )
    .max(40)
    .meta({ title: 'Clauses', entry: 'clause' }),
  questions: z
    .strictObject({
      heading: Text.meta({ title: 'Heading' }),
      text: LongText.meta({ title: 'Text', description: '{email} stands for the support address.' }),
    })
    .meta({ title: 'Closing section' })
    .optional(),
})
