/** How heavy a text is set. */
export type TextFormat = 'normal' | 'bold' | 'bolder' | 'medium' | 'semibold' | 'light'

/** A text with its weight. */
export interface FormattedText {
  value: string
  format: TextFormat
}

/** One piece of a running text. */
export interface TextSegment {
  text: string
  format: TextFormat
}

/** Named image paths, for wide and for narrow screens. */
export interface Media {
  desktop: Record<string, string>
  mobile: Record<string, string>
}

export interface SectionContent<Id extends string = string, Fields = Record<string, unknown>> {
  id: Id
  type: string
  fields: Fields
}

/** A page of the content tree; `route` is the key of the content, not the address of the site. */
export interface PageContent {
  route: string
  title: string
  sections: readonly SectionContent<string, object>[]
}
