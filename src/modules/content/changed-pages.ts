import { isDeepStrictEqual } from 'node:util'
import type { Page, Tree } from './sections/tree.ts'

/** A page that a version changed. */
export interface ChangedPage {
  route: string
  /** Ids of the sections that are other than before, new or gone; none where only the page itself was changed. */
  sections: string[]
}

/** What a version changed, page by page, in the order of its pages; what is gone comes last. */
export function changedPages(before: Tree, after: Tree): ChangedPage[] {
  const routes = new Set([...after.pages, ...before.pages].map(({ route }) => route))
  return [...routes].flatMap((route) => {
    const [old, now] = [before, after].map(({ pages }) => pages.find((page) => page.route === route))
    return isDeepStrictEqual(old, now) ? [] : [{ route, sections: changedSections(old, now) }]
  })
}

function changedSections(before: Page | undefined, after: Page | undefined): string[] {
  const ids = new Set([...(after?.sections ?? []), ...(before?.sections ?? [])].map(({ id }) => id))
  const of = (page: Page | undefined, id: string) => page?.sections.find((section) => section.id === id)
  return [...ids].filter((id) => !isDeepStrictEqual(of(before, id), of(after, id)))
}
