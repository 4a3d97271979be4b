import { z } from 'zod'
import {
  Background,
  Colour,
  Colours,
  CutMedia,
  Email,
  Icon,
  Id,
  LongText,
  Media,
  MediaPath,
  Order,
  Phone,
  plain,
  Segment,
  Size,
  SourceUrl,
  Text,
  TwoPart,
  Weight,
} from './primitives.ts'

/** The texts of the loading overlay. At least one, so that it is never empty. */
export const Quotes = z.strictObject({
  quotes: z
    .array(
      z.strictObject({
        text: plain(240).min(1).meta({ title: 'Quote' }),
        source: plain(160).min(1).meta({ title: 'Who said it, and where' }),
      }),
    )
    .min(1)
    .max(60)
    .meta({ title: 'Quotes', entry: 'quote' }),
})

const Slide = z.strictObject({
  id: Id,
  order: Order,
  title: z
    .strictObject({
      lines: z.array(Segment).min(1).max(6).meta({ title: 'Lines', entry: 'line' }),
      highlight: z
        .strictObject({
          text: plain(200).meta({ title: 'Underlined text' }),
          colour: Colour.meta({ title: 'Color of the underline' }).optional(),
          brushImage: MediaPath.meta({ title: 'Picture behind the underlined text' }).optional(),
        })
        .meta({ title: 'Underline' })
        .optional(),
    })
    .meta({ title: 'Title', control: 'headline' }),
  subtitle: z
    .strictObject({
      value: plain().meta({ title: 'Subtitle' }),
      colour: Colour.meta({ title: 'Color of the line above the subtitle' }).optional(),
      backgroundImage: MediaPath.meta({ title: 'Picture behind the subtitle' }).optional(),
    })
    .meta({ title: 'Subtitle', control: 'inline' }),
  description: z
    .strictObject({
      value: plain().meta({ title: 'Description', control: 'area' }),
      appendText: plain().meta({ title: 'Text after the description', control: 'area' }).optional(),
    })
    .meta({ title: 'Description', control: 'inline' }),
  mobileOverlay: z
    .strictObject({
      value: plain().meta({ title: 'Text' }),
      colour: Colour.meta({ title: 'Line color' }).optional(),
      fontSize: Size.meta({ title: 'Text size' }).optional(),
      fontWeight: Weight.meta({ title: 'Font weight' }).optional(),
    })
    .meta({ title: 'Line on phones' })
    .optional(),
  /** The name beside the slide's dot; the slide's subtitle when empty. */
  label: plain(40).meta({ title: 'Name in the slide navigation' }).optional(),
  link: z
    .strictObject({
      text: plain(60).min(1).meta({ title: 'Link text' }),
      url: SourceUrl.min(1, 'must be an https address, or a path of this site such as /terms').meta({
        title: 'Link address',
      }),
    })
    .meta({ title: 'Link', control: 'inline' })
    .optional(),
  background: Background.optional(),
  media: Media,
})

const uniqueIds = (rows: { id: string }[]): boolean => new Set(rows.map(({ id }) => id)).size === rows.length

export const Carousel = z.strictObject({
  slides: z
    .array(Slide)
    .min(1)
    .max(10)
    .refine(uniqueIds, 'must have slides with different ids')
    .meta({ title: 'Slides', entry: 'slide' }),
  autoplaySeconds: z
    .number()
    .min(0)
    .max(60)
    .meta({ title: 'Seconds between slides', description: '0: nothing moves by itself.' })
    .optional(),
})

const title = Text.meta({ title: 'Title' })
const subtitle = Text.meta({ title: 'Subtitle' })
const description = LongText.meta({ title: 'Description' })
const buttonText = Text.meta({ title: 'Button text' })
const sourceNote = Text.meta({
  title: 'Source',
  description: 'Where the claim comes from; small beside it.',
})

/** What visitors download, as the site names and describes it. */
const Paper = z.strictObject({
  title: plain(120).min(1).meta({ title: 'Title of the paper' }),
  length: plain(120).min(1).meta({ title: 'Length', description: 'The line above the list of chapters.' }),
  chapters: z
    .array(plain(120).min(1))
    .max(20)
    .meta({ title: 'Chapters', description: 'One a line.', entry: 'chapter' }),
  /** The name of an uploaded PDF; empty for the one that ships with the product. */
  pdf: z
    .string()
    .regex(/^(?:uploads\/[a-f0-9]{24}\.pdf)?$/, 'must be an uploaded PDF, or empty')
    .meta({
      title: 'PDF',
      control: 'pdf',
      description:
        'The PDF that comes with this site names the brand it was made for. If yours has another name, upload your own.',
    }),
})

export const Whitepaper = z.strictObject({
  title,
  subtitle,
  description: description.optional(),
  buttonText,
  media: CutMedia.optional(),
  paper: Paper.meta({ title: 'Paper to download' }),
})

export const Timeline = z.strictObject({
  title,
  subtitle: subtitle.optional(),
  timelineItems: z
    .array(
      z.strictObject({
        id: Id,
        order: Order,
        boxTitle: Text.meta({ title: 'Name of the step' }),
        onHoverDesc: LongText.meta({ title: 'Text below the name' }),
        descTitle: Text.meta({ title: 'Title of the details' }),
        descText: LongText.meta({ title: 'Details' }),
        media: Media,
      }),
    )
    .max(10)
    .refine(uniqueIds, 'must have items with different ids')
    .meta({ title: 'Steps', entry: 'step' }),
  pathImages: z
    .array(
      z.strictObject({
        from: Id.meta({ title: 'From step', control: 'reference', of: 'timelineItems' }),
        to: Id.meta({ title: 'To step', control: 'reference', of: 'timelineItems' }),
        image: MediaPath.meta({ title: 'Picture' }),
      }),
    )
    .max(10)
    .meta({ title: 'Pictures between steps', entry: 'picture between steps' }),
})

export const LeadForm = z.strictObject({
  title: TwoPart.meta({ title: 'Title' }),
  subtitle: LongText.meta({ title: 'Subtitle' }),
  buttonText,
  background: Background.optional(),
  contactInfo: z
    .strictObject({
      title: title,
      note: LongText.meta({ title: 'Note' }).optional(),
      email: Email.meta({ title: 'Email', description: 'Empty: the support address.' }),
      phone: Phone.meta({ title: 'Phone' }),
    })
    .meta({ title: 'Contact' }),
})

export const Book = z.strictObject({
  title,
  subtitle,
  description,
  buttonText,
  media: Media,
})

const Feature = z.strictObject({ title, description, icon: Icon.optional() })

export const Certification = z.strictObject({
  title,
  description,
  buttonText,
  features: z.array(Feature).max(8).meta({ title: 'Features', entry: 'feature' }),
  trustIndicator: Text.meta({ title: 'Trust statement' }),
  sourceNote: sourceNote.optional(),
  media: Media,
  background: Background.optional(),
  colors: Colours.optional(),
})

export const CostSection = z.strictObject({
  title,
  subtitle: subtitle.optional(),
  statistics: z
    .array(
      z.strictObject({
        value: plain(20).meta({ title: 'Figure' }),
        label: Text.meta({ title: 'What it counts' }),
        sourceNote: sourceNote.optional(),
        sourceUrl: SourceUrl.optional(),
      }),
    )
    .max(8)
    .meta({ title: 'Figures', entry: 'figure' }),
  benefits: z.array(Feature).max(8).meta({ title: 'Benefits', entry: 'benefit' }),
  ctaSection: z
    .strictObject({
      title: title.optional(),
      description: description.optional(),
      buttonText,
    })
    .meta({ title: 'Call to action' }),
})
