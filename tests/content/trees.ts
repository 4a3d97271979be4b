import type { Tree } from '../../src/modules/content/sections/tree.ts'

/** The pages with another title of /about: the smallest edit that every check can follow. */
export function withAboutTitle(pages: Tree['pages'], title: string): Tree['pages'] {
  return pages.map((page) => (page.route === '/about' ? { ...page, title } : page))
}

export function aboutTitle(pages: Tree['pages']): string {
  return pages.find(({ route }) => route === '/about')?.title ?? ''
}
