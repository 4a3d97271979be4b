import { AppError } from '#platform/kernel/error.ts'
import { pageRoutes, type Tree } from './sections/tree.ts'

/**
 * Demands that a tree for visitors has every page, each with at least one section: only a mistake leaves them out. An
 * incomplete tree can be read and stored as a draft; published, the site would show its built-in text instead, which no
 * editor has chosen.
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
