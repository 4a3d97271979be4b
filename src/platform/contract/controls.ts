/** Each way in which the staff screen shows a field whose form alone leaves a choice. */
export const controls = [
  'area',
  'colour',
  'headline',
  'icon',
  'id',
  'inline',
  'lines',
  'order',
  'picture',
  'pictures',
  'reference',
  'rich',
  'size',
  'video',
] as const
export type Control = (typeof controls)[number]

declare module 'zod' {
  /** What a schema says to the staff screen beside `title` (the label) and `description` (the help). */
  interface GlobalMeta {
    control?: Control
    /** One entry of a list, such as "slide". */
    entry?: string
    /** Of a reference: the list beside the one it stands in, whose entries can be chosen. */
    of?: string
    /** The weights that are offered, where not all of them are. */
    weights?: readonly string[]
    /** What each value of an enumeration is called. */
    choices?: Record<string, string>
  }
}
