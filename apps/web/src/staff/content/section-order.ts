import { isAdded, kindOfSection } from '#modules/content/contract-sections.ts'
import type { Page } from '../api.ts'

type Sections = Page['sections']

/** Pages that draw several sections of their own, in the order of the content; on any other what is added follows its own. */
const ordered = ['/home', '/about']

/** Whether a section of the page may take another place. */
export function isMovable(route: string, id: string): boolean {
  return kindOfSection(id) !== 'fixed' && (ordered.includes(route) || isAdded(id))
}

/** Whether it may be taken from the page while its words are kept. */
export function isHideable(route: string, id: string): boolean {
  return kindOfSection(id) === 'band' && isMovable(route, id)
}

/**
 * The sections with the one at `index` in the place of the next movable one above (-1) or below (1); undefined where it
 * cannot go.
 */
export function sectionMoved(
  route: string,
  sections: Sections,
  index: number,
  by: -1 | 1,
): Sections | undefined {
  const moved = sections[index]
  if (!moved || !isMovable(route, moved.id)) return undefined
  for (let to = index + by; to >= 0 && to < sections.length; to += by) {
    const other = sections[to]
    if (other && isMovable(route, other.id)) return sections.with(to, moved).with(index, other)
  }
  return undefined
}

/** A section to begin with: a heading, a text, a picture and a link, of which all but the heading are still empty. */
export function newSection(): Sections[number] {
  return {
    id: `section-${crypto.randomUUID().slice(0, 8)}`,
    type: 'added',
    fields: {
      title: 'New section',
      content: [{ text: '' }],
      buttonText: '',
      link: '',
      media: { desktop: { illustration: '' } },
    },
  }
}
