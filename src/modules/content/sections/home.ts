import { z } from 'zod'
import {
  Background,
  Colour,
  Colours,
  Email,
  Icon,
  Id,
  Media,
  MediaPath,
  Order,
  Phone,
  plain,
  Segment,
  Size,
  Text,
  TwoPart,
  Weight,
} from './primitives.ts'

/** What the loading overlay shows. At least one, so that it is never empty. */
export const Quotes = z.strictObject({
  quotes: z
    .array(z.strictObject({ text: plain(240).min(1), source: plain(160).min(1) }))
    .min(1)
    .max(60),
})

const Slide = z.strictObject({
  id: Id,
  order: Order,
  title: z.strictObject({
    lines: z.array(Segment).min(1).max(6),
    highlight: z
      .strictObject({ text: plain(200), colour: Colour.optional(), brushImage: MediaPath.optional() })
      .optional(),
  }),
  subtitle: z.strictObject({
    value: plain(),
    colour: Colour.optional(),
    backgroundImage: MediaPath.optional(),
  }),
  description: z.strictObject({ value: plain(), appendText: plain().optional() }),
  mobileOverlay: z
    .strictObject({
      value: plain(),
      colour: Colour.optional(),
      fontSize: Size.optional(),
      fontWeight: Weight.optional(),
    })
    .optional(),
  background: Background.optional(),
  media: Media,
})

const uniqueIds = (rows: { id: string }[]): boolean => new Set(rows.map(({ id }) => id)).size === rows.length

export const Carousel = z.strictObject({
  slides: z.array(Slide).min(1).max(10).refine(uniqueIds, 'must have slides with different ids'),
  /** 0: nothing moves by itself. */
  autoplaySeconds: z.number().min(0).max(60).optional(),
})

export const Whitepaper = z.strictObject({
  title: Text,
  subtitle: Text,
  description: Text.optional(),
  buttonText: Text,
  media: Media.optional(),
})

export const Timeline = z.strictObject({
  title: Text,
  subtitle: Text.optional(),
  timelineItems: z
    .array(
      z.strictObject({
        id: Id,
        order: Order,
        boxTitle: Text,
        onHoverDesc: Text,
        descTitle: Text,
        descText: Text,
        media: Media,
      }),
    )
    .max(10)
    .refine(uniqueIds, 'must have items with different ids'),
  pathImages: z.array(z.strictObject({ from: Id, to: Id, image: MediaPath })).max(10),
})

export const LeadForm = z.strictObject({
  title: TwoPart,
  subtitle: Text,
  buttonText: Text,
  background: Background.optional(),
  contactInfo: z.strictObject({ title: Text, note: Text.optional(), email: Email, phone: Phone }),
})

export const Book = z.strictObject({
  title: Text,
  subtitle: Text,
  description: Text,
  buttonText: Text,
  media: Media,
})

const Feature = z.strictObject({ title: Text, description: Text, icon: Icon.optional() })

export const Certification = z.strictObject({
  title: Text,
  description: Text,
  buttonText: Text,
  features: z.array(Feature).max(8),
  trustIndicator: Text,
  /** Where a claim comes from; shown small beside it. */
  sourceNote: Text.optional(),
  media: Media,
  background: Background.optional(),
  colors: Colours.optional(),
})

export const CostSection = z.strictObject({
  title: Text,
  subtitle: Text.optional(),
  statistics: z.array(z.strictObject({ value: plain(20), label: Text, sourceNote: Text.optional() })).max(8),
  benefits: z.array(Feature).max(8),
  ctaSection: z.strictObject({ title: Text.optional(), description: Text.optional(), buttonText: Text }),
})
