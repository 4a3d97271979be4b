import { isDeepStrictEqual } from 'node:util'
import type { Page, Tree } from './sections/tree.ts'

/** A page that a version changed. */
export interface ChangedPage {
  route: string
  /** Ids of the sections that are changed, new or removed; empty when only the page's own fields were changed. */
  sections: string[]
}

/** The pages that a version changed, in the order of its pages; removed pages come last. */
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
