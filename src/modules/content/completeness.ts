import { AppError } from '#platform/kernel/error.ts'
import { pageRoutes, type Tree } from './sections/tree.ts'

/**
 * Demands of a tree that visitors are to see what only a slip leaves out: every page, each with something on it. A
 * tree without them can be read and kept as a draft; the site would show its built-in words in their place, which
 * nobody has chosen.
 * @throws AppError invalid, CONTENT_INCOMPLETE, naming what is missing.
 */
export function demandWhole({ pages }: Tree): void {
  const absent = pageRoutes.filter((route) => !pages.some((page) => page.route === route))
  const bare = pages
    .filter(({ sections }) => sections.every(({ hidden }) => hidden))
    .map(({ route }) => route)
  const errors = [
    ...absent.map((route) => `The page ${route} is missing.`),
    ...bare.map((route) => `The page ${route} has no sections.`),
  ]
  if (errors.length === 0) return
  const message = `The content is incomplete, so visitors keep what they have. ${errors.join(' ')} Put back what is missing, or restore an older version.`
  throw new AppError('invalid', 'CONTENT_INCOMPLETE', message, { errors })
}
