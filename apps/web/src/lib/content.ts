import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { homeQuotes } from '#modules/content/base-template/home-quotes.ts'
import type { Fields, Media, Page, PublicPage, SectionId, Text } from '#modules/content/contract.ts'
import { ApiFailure, request } from './call.ts'
import { useConfig } from './config.ts'
import { conform } from './conform.ts'
import { pageFor } from './shown-page.ts'
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
export async function fetchOtherPages(client: QueryClient): Promise<void> {
  if (client.getQueryData<PublicContent>(contentKey)?.partial)
    await client.prefetchQuery({ queryKey: contentKey, queryFn: fetchContent, staleTime: 0 })
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
  const select = useCallback(
    ({ pages, partial }: PublicContent) => {
      const stored = pages.find((page) => page.route === builtIn.route)
      return { page: pageFor(stored, builtIn, brandName), missing: stored === undefined && partial === true }
    },
    [builtIn, brandName],
  )
  const query = useQuery({ queryKey: contentKey, queryFn: fetchContent, staleTime: fresh, select })
  return {
    page: query.data?.page ?? pageFor(undefined, builtIn, brandName),
    loading: (query.isPending || query.data?.missing === true) && !query.isError,
    error: query.isError ? query.error.message : undefined,
  }
}

/** The sayings of the loading overlay: the stored ones once they are here, else the built-in ones. */
export function useQuotes(): { text: string; source: string }[] {
  const client = useQueryClient()
  const stored = client.getQueryData<PublicContent>(contentKey)?.pages.find(({ route }) => route === '/home')
  const section = stored?.sections?.find(({ id }) => id === 'quotes')
  const { quotes } = conform(section?.fields, homeQuotes.fields)
  return quotes.length > 0 ? quotes : homeQuotes.fields.quotes
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
