import { z } from 'zod'

/** Allow-lists for all text that an editor types. Text that they do not admit cannot reach a page. */

// Control characters are refused; line breaks and tabs are allowed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Plain text of at most `max` characters. */
export const plain = (max = 4000) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((text) => !control.test(text), 'must not contain control characters')

export const Format = z.enum(['normal', 'bold', 'bolder', 'medium', 'semibold', 'light'])
export const Text = z.union([plain(), z.strictObject({ value: plain(), format: Format.optional() })])
/** A text of several lines. */
export const LongText = Text.meta({ control: 'area' })
/** The font weights that fields of running text offer. */
export const runningWeights = ['normal', 'bold', 'bolder', 'medium'] as const
export type Text = z.output<typeof Text>
export const Segment = z.strictObject({ text: plain(), format: Format.optional() })
/** The allowed characters of an address after its scheme: no quotation mark, angle bracket or space. */
const inAddress = String.raw`[\w\-./?=&#%~+,:;@!()'*]`
const sitePath = String.raw`\/(?![/\\])${inAddress}*`
const elsewhere = String.raw`https:\/\/[\w.-]+(?::\d+)?(?:[/?#]${inAddress}*)?`
/** The target of a link: a page of the site, another site over https, a mail address; empty for none. */
export const Link = z
  .string()
  .max(300)
  .regex(
    new RegExp(String.raw`^(?:${sitePath}|${elsewhere}|mailto:[\w.+-]+@[\w.-]+|)$`),
    'must be a page of this site such as /aboutus, or an address that begins with https:// or mailto:',
  )
/** Paragraphs: an empty line begins the next one, lines that begin with "- " are a list. */
export const RunningText = z
  .array(Segment.extend({ link: Link.optional() }))
  .max(40)
  .meta({ title: 'Text', control: 'rich', entry: 'piece', weights: runningWeights })
export type Segment = z.output<typeof RunningText>[number]

export const TwoPart = z
  .strictObject({
    part1: Text.meta({ title: 'Title, first part' }),
    part2: Text.meta({ title: 'Title, second part' }),
  })
  .meta({ control: 'inline' })

const number = String.raw`[+-]?\d{1,4}(?:\.\d{1,4})?`
const channel = String.raw`\s*${number}%?\s*`
const hex = String.raw`#(?:[\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})`
const functional = String.raw`(?:rgb|rgba|hsl|hsla)\(${channel}(?:[, ]${channel}){2}(?:[,/]${channel})?\)`
const named = '(?:transparent|currentColor|[a-z]{3,22})'
const colourPattern = `(?:${hex}|${functional}|${named})`
const stop = String.raw`\s*${colourPattern}(?:\s+${number}%)?\s*`
const gradientPattern = String.raw`(?:linear|radial)-gradient\((?:\s*(?:${number}deg|to (?:top|bottom|left|right)(?: (?:left|right))?|circle|ellipse)\s*,)?${stop}(?:,${stop}){1,7}\)`

/** hex, rgb(a), hsl(a) or a name. */
export const Colour = z
  .string()
  .max(60)
  .regex(new RegExp(`^${colourPattern}$`), 'must be a color such as #A8520F, rgb(168 82 15) or a color name')
  .meta({ control: 'colour' })

/** A colour, or a linear or radial gradient of two to eight colours. */
export const Background = z
  .string()
  .max(400)
  .regex(new RegExp(`^(?:${colourPattern}|${gradientPattern})$`), 'must be a color or a gradient of colors')
  .meta({ control: 'colour', title: 'Background' })

export const Size = z
  .string()
  .regex(
    /^(?:200|1?\d{1,2}(?:\.\d{1,2})?)(?:px|rem|em|%)$/,
    'must be a size of at most 200, such as 18px or 1.5rem',
  )
  .meta({ control: 'size' })

export const Weight = z.enum([
  '100',
  '200',
  '300',
  '400',
  '500',
  '600',
  '700',
  '800',
  '900',
  'normal',
  'bold',
])

const mediaName =
  /^(?!.*\.\.)(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:svg|png|jpe?g|webp|avif|gif|mp4|webm|mp3|m4a|vtt|pdf)$/

const isMedia = (path: string): boolean =>
  mediaName.test(path) || /^https:\/\/[\w.-]+(?::\d+)?\/[\w./%-]+$/.test(path)
const mediaForm = 'must be the name of an image or video, such as art/keel.svg, or an https address'

/** A relative path without `..`, or an https address. */
export const MediaPath = z.string().max(300).refine(isMedia, mediaForm).meta({ control: 'picture' })

const Pictures = z.record(
  z.string().regex(/^[\w -]{1,60}$/, 'must be named with letters, digits, spaces and hyphens'),
  // Empty: no picture, not even the built-in one.
  z
    .string()
    .max(300)
    .refine((path) => path === '' || isMedia(path), `${mediaForm}, or empty for no picture`)
    .meta({ control: 'picture' }),
)

export const Media = z
  .strictObject({
    desktop: Pictures.meta({ title: 'Wide windows' }).optional(),
    mobile: Pictures.meta({ title: 'Phones' }).optional(),
    /** A description for visitors who cannot see the picture; empty or absent for decoration. */
    alt: plain(200).meta({ title: 'What the pictures show (alternative text)' }).optional(),
  })
  .meta({ title: 'Pictures', control: 'pictures' })

/** Pictures that are cropped to their box, with the part that stays visible. */
export const CutMedia = Media.extend({
  focus: z
    .enum(['center', 'top', 'bottom', 'left', 'right'])
    .meta({
      title: 'Part of the picture that stays',
      description: 'The picture is cut to the shape of its place.',
      choices: {
        center: 'The middle',
        top: 'The top',
        bottom: 'The bottom',
        left: 'The left side',
        right: 'The right side',
      },
    })
    .optional(),
}).meta({ title: 'Pictures', control: 'pictures' })
export type Media = z.output<typeof Media>

/** The address of a source: https, or a path of this site, which may end in a fragment; empty for none. */
export const SourceUrl = z
  .string()
  .max(400)
  .regex(
    new RegExp(`^(?:${elsewhere}|${sitePath}|)$`),
    'must be an https address, or a path of this site such as /terms',
  )
  .meta({ title: 'Address of the source' })

/** The address of material for participants: https. */
export const MaterialUrl = z
  .string()
  .max(500)
  .regex(new RegExp(`^${elsewhere}$`), 'must be an address that begins with https://')
  .meta({ title: 'Address' })

/** The address of somebody's page on another site; empty for none. */
export const ProfileUrl = z
  .string()
  .max(400)
  .regex(new RegExp(`^(?:${elsewhere}|)$`), 'must be an address that begins with https://')

/** Names of icons of the client's set, such as `compass`. */
export const Icon = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,40}$/, 'must be the name of an icon, such as compass')
  .meta({ control: 'icon', title: 'Icon' })
/** Identifies an entry for the program, so the editor does not show it. */
export const Id = z
  .string()
  .regex(/^[\w-]{1,80}$/, 'must be letters, digits, hyphens')
  .meta({ control: 'id', title: 'Id' })
export const Order = z.number().int().min(1).max(10).meta({ control: 'order', title: 'Order' })
export const Colours = z.record(z.string().regex(/^\w{1,40}$/), Colour).meta({ title: 'Colors' })
export const Email = z.union([z.literal(''), z.email().max(254)])
export const Phone = z.string().regex(/^[\d +()-]{0,40}$/, 'must be a phone number')
