/** A part of a paragraph: words, or an address that can be pressed. */
export interface ProsePart {
  text: string
  isLink: boolean
}

/** An address that begins with https://; what ends a sentence behind it is no part of it. */
const link = /https:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]]/g

/** The paragraphs of what somebody wrote: an empty line begins the next one. */
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
    // `https://[zoom link]` is what somebody forgot to fill in.
    if (!URL.canParse(text)) continue
    if (index > end) parts.push({ text: paragraph.slice(end, index), isLink: false })
    parts.push({ text, isLink: true })
    end = index + text.length
  }
  if (end < paragraph.length) parts.push({ text: paragraph.slice(end), isLink: false })
  return parts
}
