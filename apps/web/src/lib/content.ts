import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { homeQuotes } from '#modules/content/base-template/home-quotes.ts'
import type { Fields, Media, Page, PublicPage, SectionId, Text } from '#modules/content/contract.ts'
import { isAdded } from '#modules/content/contract-sections.ts'
import { ApiFailure, request } from './call.ts'
import { useConfig } from './config.ts'
import { conform } from './conform.ts'
import { sectionAdded } from './section-added.ts'
import { keys, local } from './storage.ts'

export interface PublicContent {
  pages: PublicPage[]
  version?: number
  /** A rendered document carries only its own page; the rest arrives with the first refresh. */
  partial?: boolean
  /** What the program page says of the offer, where that page is not carried along. */
  offer?: Offer
  /** Who teaches, where the about page is not carried along. */
  people?: Fields<'people'>
}

/** Length, price and next start of the program, in the words of its page; empty where it says nothing. */
export interface Offer {
  duration: string
  price: string
  nextCohort: string
}

export const contentKey = ['content'] as const

/** @throws ApiFailure whose message is "HTTP error! status: n" when the content cannot be had. */
export async function fetchContent(): Promise<PublicContent> {
  try {
    const tree = contentFrom(await request('GET', '/api/cms'))
    if (!tree) throw new ApiFailure(200, 'CONTENT_UNREADABLE', 'Failed to fetch content', [], {})
    local.set(keys.content, JSON.stringify({ at: Date.now(), tree }))
    return tree
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status >= 400) {
      throw new ApiFailure(
        failure.status,
        failure.code,
        `HTTP error! status: ${failure.status}`,
        [],
        failure.extra,
      )
    }
    throw failure
  }
}

/** A tree if the value has the shape of one, else undefined. */
export function contentFrom(value: unknown): PublicContent | undefined {
  if (value === null || typeof value !== 'object' || !('pages' in value) || !Array.isArray(value.pages))
    return undefined
  return value as PublicContent
}

/** For how many milliseconds content is not asked for again. */
const fresh = 5 * 60_000

/**
 * Fills the cache before the first render: with the content of the rendered document, else with what
 * this browser fetched less than five minutes ago. Either is refreshed silently one second later.
 */
export function primeContent(client: QueryClient, snapshot: PublicContent | undefined): void {
  const kept = snapshot ?? recent(local.json(keys.content))
  if (!kept) return
  client.setQueryData(contentKey, kept)
  window.setTimeout(() => {
    if (client.getQueryData(contentKey) === kept) void client.invalidateQueries({ queryKey: contentKey })
  }, 1_000)
}

/** Another page is about to be opened: where only this page's content is here, the refresh waits no longer. */
export function fetchOtherPages(client: QueryClient): void {
  if (client.getQueryData<PublicContent>(contentKey)?.partial)
    void client.prefetchQuery({ queryKey: contentKey, queryFn: fetchContent, staleTime: 0 })
}

function recent(value: unknown): PublicContent | undefined {
  if (value === null || typeof value !== 'object' || !('at' in value) || !('tree' in value)) return undefined
  return typeof value.at === 'number' && Date.now() - value.at < fresh ? contentFrom(value.tree) : undefined
}

export interface ContentState {
  page: Page
  /** True only while there is neither cached nor rendered content. */
  loading: boolean
  /** "HTTP error! status: n", or the network's own words; the built-in page is shown meanwhile. */
  error: string | undefined
}

/**
 * The content of one page. What the tree lacks, or holds in an unusable shape, comes from the built-in
 * page; `{product}` becomes the brand.
 */
export function useContent(builtIn: Page): ContentState {
  const { brandName } = useConfig()
  const query = useQuery({ queryKey: contentKey, queryFn: fetchContent, staleTime: fresh })
  const stored = query.data?.pages.find((page) => page.route === builtIn.route)
  const page = useMemo(() => withBrand(conformPage(stored, builtIn), brandName), [stored, builtIn, brandName])
  const waiting = query.isPending || (stored === undefined && query.data?.partial === true)
  return { page, loading: waiting && !query.isError, error: query.isError ? query.error.message : undefined }
}

/** The sayings of the loading overlay: the stored ones once they are here, else the built-in ones. */
export function useQuotes(): { text: string; source: string }[] {
  const client = useQueryClient()
  const stored = client.getQueryData<PublicContent>(contentKey)?.pages.find(({ route }) => route === '/home')
  const section = stored?.sections?.find(({ id }) => id === 'quotes')
  const { quotes } = conform(section?.fields, homeQuotes.fields)
  return quotes.length > 0 ? quotes : homeQuotes.fields.quotes
}

/**
 * The stored page in the shape of the built-in one, its sections in their stored order: those that the page has by itself
 * conformed field by field, those that an editor has added as they are. What is hidden says so.
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

/** The fields of one section of a page; every built-in page has the sections it is asked for. */
export function fieldsOf<I extends SectionId>(page: Page, id: I): Fields<I> {
  const section = page.sections.find((each) => each.id === id)
  if (!section) throw new Error(`The page ${page.route} has no section ${id}`)
  return section.fields as Fields<I>
}

/** The first picture of a section's media; the illustration, where one is named so. */
export function pictureOf(media: Media | undefined): string | undefined {
  return named(media?.desktop) ?? named(media?.mobile)
}

/** The picture for narrow windows. */
export function narrowPictureOf(media: Media | undefined): string | undefined {
  return named(media?.mobile)
}

/** Which part of a picture stays where it is cut; undefined where its place decides. */
export function focusOf(
  media: { focus?: string | undefined } | undefined,
): { 'object-position': string } | undefined {
  return media?.focus ? { 'object-position': media.focus } : undefined
}

/** What a section's picture shows; empty for decoration, where readers hear nothing. */
export function altOf(media: Media | undefined): string {
  return media?.alt ?? ''
}

function named(pictures: Record<string, string> | undefined): string | undefined {
  return pictures?.illustration ?? Object.values(pictures ?? {})[0]
}

/** The words of a text, stored plain or with a weight. */
export function wordsOf(text: Text | undefined): string {
  return typeof text === 'object' ? text.value : (text ?? '')
}

/** The class that sets a text in its stored weight, if it has one. */
export function weightOf(text: Text | { format?: string } | undefined): string {
  return typeof text === 'object' && text.format ? `weight-${text.format}` : ''
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
