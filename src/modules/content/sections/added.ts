import { z } from 'zod'
import { Link, LongText, Media, RunningText, runningWeights, Text } from './primitives.ts'

/** A section that an editor can add to a page, any number of times. Empty fields are not drawn. */
export const AddedFields = z.strictObject({
  title: Text.meta({ title: 'Title' }),
  subtitle: Text.meta({ title: 'Subtitle' }).optional(),
  content: RunningText.optional(),
  cards: z
    .array(
      z.strictObject({
        title: Text.meta({ title: 'Title' }),
        content: LongText.meta({ title: 'Text', weights: runningWeights }),
        media: Media.optional(),
      }),
    )
    .max(12)
    .meta({ title: 'Cards', entry: 'card' })
    .optional(),
  buttonText: Text.meta({ title: 'Link text' }).optional(),
  link: Link.meta({
    title: 'Link address',
    description: 'A page of this site such as /aboutus, or an address that begins with https://.',
  }).optional(),
  media: Media.optional(),
})
