import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { homeQuotes } from '#modules/content/base-template/home-quotes.ts'
import type { Fields, Media, Page, PublicPage, SectionId, Text } from '#modules/content/contract.ts'
import { ApiFailure, request } from './call.ts'
import { useConfig } from './config.ts'
import { conform } from './conform.ts'
import { factsOf, pageFor } from './shown-page.ts'
import { keys, local } from './storage.ts'

export interface PublicContent {
  pages: PublicPage[]
  version?: number
  /** True in a rendered document, which contains only its own page; the first refresh loads the others. */
  partial?: boolean
  /** The offer as the program page states it, if that page is not included. */
  offer?: Offer
  /** The people of the about page, if that page is not included. */
  people?: Fields<'people'>
  /** The refund promise of the terms, if that page is not included. */
  guarantee?: { heading: string; text: string } | undefined
}

/** Length, price and next start of the program as its page states them; empty where it does not. */
export interface Offer {
  duration: string
  price: string
  nextCohort: string
}

export const contentKey = ['content'] as const

/** @throws ApiFailure with the message "HTTP error! status: n" if the content cannot be loaded */
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

/** The value as a content tree; undefined if it does not have the shape of one. */
export function contentFrom(value: unknown): PublicContent | undefined {
  if (value === null || typeof value !== 'object' || !('pages' in value) || !Array.isArray(value.pages))
    return undefined
  return value as PublicContent
}

/** For how many milliseconds content is not requested again. */
const fresh = 5 * 60_000

/**
 * Fills the cache before the first render: with the content of the rendered document, else with content that this
 * browser fetched less than five minutes ago. Both are refreshed in the background one second later.
 */
export function primeContent(client: QueryClient, snapshot: PublicContent | undefined): void {
  const kept = snapshot ?? recent(local.json(keys.content))
  if (!kept) return
  client.setQueryData(contentKey, kept)
  window.setTimeout(() => {
    if (client.getQueryData(contentKey) === kept) void client.invalidateQueries({ queryKey: contentKey })
  }, 1_000)
}

/** Called before another page is opened: if only this page's content is loaded, it is refreshed at once. */
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
  /** True while there is neither cached nor rendered content. */
  loading: boolean
  /** "HTTP error! status: n", or the network error's message; the built-in page is shown meanwhile. */
  error: string | undefined
}

/**
 * The content of one page. Fields that the tree lacks, or has in an unusable shape, come from the built-in page;
 * `{product}` and `{labTimes}` are replaced by what holds.
 */
export function useContent(builtIn: Page): ContentState {
  const config = useConfig()
  const select = useCallback(
    ({ pages, partial }: PublicContent) => {
      const stored = pages.find((page) => page.route === builtIn.route)
      return {
        page: pageFor(stored, builtIn, factsOf(config)),
        missing: stored === undefined && partial === true,
      }
    },
    [builtIn, config],
  )
  const query = useQuery({ queryKey: contentKey, queryFn: fetchContent, staleTime: fresh, select })
  return {
    page: query.data?.page ?? pageFor(undefined, builtIn, factsOf(config)),
    loading: (query.isPending || query.data?.missing === true) && !query.isError,
    error: query.isError ? query.error.message : undefined,
  }
}

/** The quotes of the loading overlay: the stored ones once they are loaded, else the built-in ones. */
export function useQuotes(): { text: string; source: string }[] {
  const client = useQueryClient()
  const stored = client.getQueryData<PublicContent>(contentKey)?.pages.find(({ route }) => route === '/home')
  const section = stored?.sections?.find(({ id }) => id === 'quotes')
  const { quotes } = conform(section?.fields, homeQuotes.fields)
  return quotes.length > 0 ? quotes : homeQuotes.fields.quotes
}

/**
 * The fields of one section of a page.
 * @throws Error if the page does not have the section, which is a programming error
 */
export function fieldsOf<I extends SectionId>(page: Page, id: I): Fields<I> {
  const section = page.sections.find((each) => each.id === id)
  if (!section) throw new Error(`The page ${page.route} has no section ${id}`)
  return section.fields as Fields<I>
}

/** The picture of a section's media: the one named `illustration`, else the first. */
export function pictureOf(media: Media | undefined): string | undefined {
  return named(media?.desktop) ?? named(media?.mobile)
}

/** The picture for narrow windows. */
export function narrowPictureOf(media: Media | undefined): string | undefined {
  return named(media?.mobile)
}

/** The part of a picture that stays visible when it is cropped; undefined where the layout sets it. */
export function focusOf(
  media: { focus?: string | undefined } | undefined,
): { 'object-position': string } | undefined {
  return media?.focus ? { 'object-position': media.focus } : undefined
}

/** The alternative text of a section's picture; empty for decoration, which screen readers skip. */
export function altOf(media: Media | undefined): string {
  return media?.alt ?? ''
}

function named(pictures: Record<string, string> | undefined): string | undefined {
  return pictures?.illustration ?? Object.values(pictures ?? {})[0]
}

/** The plain text of a text that is stored plain or with a font weight. */
export function wordsOf(text: Text | undefined): string {
  return typeof text === 'object' ? text.value : (text ?? '')
}

/** The class for a text's stored font weight; '' without one. */
export function weightOf(text: Text | { format?: string } | undefined): string {
  return typeof text === 'object' && text.format ? `weight-${text.format}` : ''
}
