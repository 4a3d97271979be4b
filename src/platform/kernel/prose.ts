/** A part of a paragraph: text, or a link. */
export interface ProsePart {
  text: string
  isLink: boolean
}

/** A URL that begins with https://, without the punctuation that ends a sentence after it. */
const link = /https:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]]/g

/** The paragraphs of a typed text: an empty line begins the next paragraph. */
export function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

export function partsOf(paragraph: string): ProsePart[] {
  const parts: ProsePart[] = []
  let end = 0
  for (const { 0: text, index } of paragraph.matchAll(link)) {
    // A placeholder that was not filled in, such as `https://[zoom link]`, is no link.
    if (!URL.canParse(text)) continue
    if (index > end) parts.push({ text: paragraph.slice(end, index), isLink: false })
    parts.push({ text, isLink: true })
    end = index + text.length
  }
  if (end < paragraph.length) parts.push({ text: paragraph.slice(end), isLink: false })
  return parts
}
