import { isAdded, kindOfSection } from '#modules/content/contract-sections.ts'
import type { Page } from '../api.ts'

type Sections = Page['sections']

/** Pages that render several fixed sections in the order of the content; on others, added sections follow the fixed ones. */
const ordered = ['/home', '/about']

/** Whether a section of the page can be moved. */
export function isMovable(route: string, id: string): boolean {
  return kindOfSection(id) !== 'fixed' && (ordered.includes(route) || isAdded(id))
}

/** Whether a section can be hidden while its content is kept. */
export function isHideable(route: string, id: string): boolean {
  return kindOfSection(id) === 'band' && isMovable(route, id)
}

/**
 * The sections with the one at `index` swapped with the next movable one above (-1) or below (1); undefined if there is
 * none.
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

/** A new section with a heading and empty text, picture and link. */
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
