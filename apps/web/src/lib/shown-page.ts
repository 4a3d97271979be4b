import { replaceEqualDeep } from '@tanstack/react-query'
import type { Page, PublicPage } from '#modules/content/contract.ts'
import { isAdded } from '#modules/content/contract-sections.ts'
import { conform } from './conform.ts'
import { sectionAdded } from './section-added.ts'

/** Conformed pages by their stored object, and the latest of each route and brand. */
const ready = new WeakMap<object, Map<string, Page>>()
const latest = new Map<string, Page>()

/**
 * The page to show, made once for all components that show a part of it. Equal content returns the same object, so that
 * the refresh after a server-rendered page renders nothing again.
 */
export function pageFor(stored: PublicPage | undefined, builtIn: Page, brandName: string): Page {
  const kept = ready.get(stored ?? builtIn) ?? new Map<string, Page>()
  ready.set(stored ?? builtIn, kept)
  const key = `${builtIn.route} ${brandName}`
  const known = kept.get(key)
  if (known) return known
  const page = replaceEqualDeep(latest.get(key), withBrand(conformPage(stored, builtIn), brandName)) as Page
  latest.set(key, page)
  kept.set(key, page)
  return page
}

/**
 * The stored page in the shape of the built-in one, its sections in their stored order: built-in sections conformed field
 * by field, sections that an editor has added as they are. Hidden sections have `hidden: true`.
 */
export function conformPage(stored: PublicPage | undefined, builtIn: Page): Page {
  if (!stored) return builtIn
  const own = (Array.isArray(stored.sections) ? stored.sections : []).filter(
    (each) =>
      typeof each?.id === 'string' && (isAdded(each.id) || builtIn.sections.some(({ id }) => id === each.id)),
  )
  const whole = builtIn.sections.reduce(
    (sections, known) =>
      sections.some(({ id }) => id === known.id) ? sections : sectionAdded(sections, builtIn.sections, known),
    own,
  )
  return {
    ...builtIn,
    title: typeof stored.title === 'string' && stored.title !== '' ? stored.title : builtIn.title,
    sections: whole.map((section) => {
      const known = builtIn.sections.find(({ id }) => id === section.id)
      const shown = known ? { ...known, fields: conform<unknown>(section.fields, known.fields) } : section
      const hidden = section.hidden === true || stored.hidden?.includes(section.id) === true
      return { ...shown, ...(hidden && { hidden }) } as typeof section
    }),
  }
}

/** Every text of the value with `{product}` replaced by the brand. */
export function withBrand<T>(value: T, brand: string): T {
  if (typeof value === 'string') return value.replaceAll('{product}', brand) as T
  if (Array.isArray(value)) return value.map((item) => withBrand(item as unknown, brand)) as T
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, withBrand(part as unknown, brand)]),
    ) as T
  }
  return value
}
