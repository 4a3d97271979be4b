import type { Config } from '#platform/config/config.ts'
import { AppError } from '#platform/kernel/error.ts'
import { samplesIn } from './base-template/samples.ts'
import { sectionTitles, type Tree } from './sections/tree.ts'

/** What to do about them. */
export const remedy =
  'Replace or remove them in the editor, or set ALLOW_INVENTED_PEOPLE=true to show them all the same (docs/operations.md, Invented people).'

/** The invented people and companies that visitors would see, by section; undefined without any. */
export function inventedIn({ pages }: Tree): string | undefined {
  const places = samplesIn(pages).map(
    ({ route, section, names }) => `${names.join(', ')} (page ${route}, section “${sectionTitles[section]}”)`,
  )
  return places.length === 0 ? undefined : places.join('; ')
}

/** @throws AppError invalid that names invented people and companies in the tree, their sections, and the setting that admits them */
export function demandRealPeople(tree: Tree, { allowInventedPeople }: Config, consequence: string): void {
  const invented = allowInventedPeople ? undefined : inventedIn(tree)
  if (invented === undefined) return
  throw new AppError(
    'invalid',
    'INVENTED_PEOPLE',
    `${consequence} visitors would see invented people and companies: ${invented}. ${remedy}`,
  )
}
