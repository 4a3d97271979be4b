/** The form controls of the staff screen, for fields whose type allows more than one. */
export const controls = [
  'area',
  'colour',
  'headline',
  'icon',
  'id',
  'inline',
  'lines',
  'order',
  'pdf',
  'picture',
  'pictures',
  'reference',
  'rich',
  'size',
  'video',
] as const
export type Control = (typeof controls)[number]

declare module 'zod' {
  /** The metadata of a schema that the staff screen reads, besides `title` (the label) and `description` (the help). */
  interface GlobalMeta {
    control?: Control
    /** One entry of a list, such as "slide". */
    entry?: string
    /** For a reference: the name of the list, beside the one that contains it, whose entries can be chosen. */
    of?: string
    /** The font weights that are offered, where only some are. */
    weights?: readonly string[]
    /** The label of each value of an enumeration. */
    choices?: Record<string, string>
  }
}
