import { replaceEqualDeep } from '@tanstack/react-query'
import type { Page, PublicPage, TextFact } from '#modules/content/contract.ts'
import { isAdded } from '#modules/content/contract-sections.ts'
import { labTimesWords } from '#modules/leadership/cohorts/domain/cohort-words.ts'
import type { ClientConfig } from './config.ts'
import { conform } from './conform.ts'
import { sectionAdded } from './section-added.ts'

/** What the names in braces of any text stand for. */
export type Facts = Readonly<Record<TextFact, string>>

/** Conformed pages by their stored object, and the latest of each route and facts. */
const ready = new WeakMap<object, Map<string, Page>>()
const latest = new Map<string, Page>()

/**
 * The page to show, made once for all components that show a part of it. Equal content returns the same object, so that
 * the refresh after a server-rendered page renders nothing again.
 */
export function pageFor(stored: PublicPage | undefined, builtIn: Page, facts: Facts): Page {
  const kept = ready.get(stored ?? builtIn) ?? new Map<string, Page>()
  ready.set(stored ?? builtIn, kept)
  const key = [builtIn.route, ...Object.values(facts)].join(' ')
  const known = kept.get(key)
  if (known) return known
  const page = replaceEqualDeep(latest.get(key), withFacts(conformPage(stored, builtIn), facts)) as Page
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

/** The brand, and how often the dates that can be booked hold their weekly lab. */
export const factsOf = ({ brandName, cohorts }: Pick<ClientConfig, 'brandName' | 'cohorts'>): Facts => ({
  product: brandName,
  labTimes: labTimesWords(cohorts),
})

/** Every text of the value with the names of facts replaced by the facts. */
export function withFacts<T>(value: T, facts: Facts): T {
  if (typeof value === 'string')
    return Object.entries(facts).reduce(
      (text, [name, fact]) => text.replaceAll(`{${name}}`, fact),
      value as string,
    ) as T
  if (Array.isArray(value)) return value.map((item) => withFacts(item as unknown, facts)) as T
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, withFacts(part as unknown, facts)]),
    ) as T
  }
  return value
}
