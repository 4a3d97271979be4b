import type { Page } from '../api.ts'
import { below, type Pointer } from '../draft/pointer.ts'

interface Shown {
  pointer: Pointer
  /** The id of its section. */
  section: string
  words: string
}

/** A text as it is compared: letters of one size, each gap one space, without the quotation marks that the site adds. */
const plain = (text: string): string =>
  text
    .replace(/[“”\s]+/g, ' ')
    .trim()
    .toLowerCase()

const seenOf = (element: Element): string =>
  element.getAttribute('src') ?? element.getAttribute('poster') ?? plain(element.textContent)

const frame = 'header, footer, nav'

/** The texts and pictures of the draft, those of the shown page first; `fill` replaces the names in braces. */
export function shownFields(pages: readonly Page[], route: string, fill: (text: string) => string): Shown[] {
  const fields: Shown[] = []
  const walk = (value: unknown, pointer: Pointer, section: string): void => {
    if (typeof value === 'string' && plain(value) !== '')
      fields.push({ pointer, section, words: plain(fill(value)) })
    if (typeof value !== 'object' || value === null) return
    // A text of several pieces is shown as one.
    if (Array.isArray(value) && value.length > 1 && value.every((each) => typeof each?.text === 'string'))
      fields.push({ pointer, section, words: plain(fill(value.map(({ text }) => text).join(''))) })
    for (const [key, part] of Object.entries(value))
      if (key !== 'id' && key !== 'icon') walk(part, below(pointer, key), section)
  }
  const order = pages.map((page, index) => ({ page, index }))
  for (const { page, index } of order.toSorted(
    (a, b) => Number(b.page.route === route) - Number(a.page.route === route),
  ))
    for (const [at, { id, fields: own }] of page.sections.entries())
      walk(own, `/pages/${index}/sections/${at}/fields`, id)
  return fields
}

/** The fields that a part of the page shows as they are: a picture by its address, else the whole text. */
export function exactFields(element: Element, fields: readonly Shown[]): Shown[] {
  const seen = seenOf(element).toLowerCase()
  const found = fields.filter(
    ({ words }) => words === seen || (/\.\w+$/.test(words) && seen.endsWith(`/${words}`)),
  )
  const section = element.closest<HTMLElement>('[data-content]')?.dataset.content
  const near = found.filter((each) => each.section === section)
  return near.length > 0 ? near : found
}

/**
 * The field of a clicked part of the page: the one with its words, else of what is around it, down to a part of a text. Of
 * several with the same words, the one at the same place in their order. Undefined outside of content, and for a control of
 * the page itself, such as the arrow to the next slide.
 */
export function pickedField(target: Element, fields: readonly Shown[], root: Element): Pointer | undefined {
  if (target.closest(frame)) return undefined
  const control = target.closest('button, summary, input, select, textarea, label')
  for (
    let element: Element | null = target;
    element && root.contains(element);
    element = element.parentElement
  ) {
    const exact = exactFields(element, fields)
    if (exact.length > 0) {
      const seen = seenOf(element)
      const alike = [...root.querySelectorAll(element.tagName)].filter((each) => seenOf(each) === seen)
      return exact[Math.min(Math.max(alike.indexOf(element), 0), exact.length - 1)]?.pointer
    }
    const words = plain(element.textContent)
    const parts = fields.filter(
      ({ words: own }) =>
        (own.length > 3 && words.includes(own)) || (!control && words.length > 3 && own.includes(words)),
    )
    const section = element.closest<HTMLElement>('[data-content]')?.dataset.content
    const near = parts.filter((each) => each.section === section)
    const [longest] = (near.length > 0 ? near : parts).toSorted((a, b) => b.words.length - a.words.length)
    if (longest && (!control || element === control)) return longest.pointer
    if (element === control) return undefined
  }
  return undefined
}
