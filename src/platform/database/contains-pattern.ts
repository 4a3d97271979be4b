import { type Expression, type SqlBool, sql } from 'kysely'
import { plain } from '#platform/kernel/plain.ts'

/** The pattern of `like` and `ilike` for a text anywhere in a column: `%` and `_` in the text have no special meaning. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The column of a search: all of `texts` (columns, or expressions over them) in the form in which searches compare them. */
export const searchColumn = (name: string, texts: readonly string[]): string =>
  `${name} text generated always as (platform_search_form(${texts.map((text) => `coalesce(${text}, '')`).join(" || ' ' || ")})) stored`

/** The patterns of the words of a search that a person typed, without what is invisible in a pasted text. */
export const wordPatterns = (text: string): string[] =>
  plain(text).normalize('NFKC').trim().split(/\s+/).map(containsPattern)

/**
 * Whether a column made by `searchColumn` has all words of a search, in any order: names are found in either order.
 * @param patterns the parameter of the statement that has the `wordPatterns`
 */
export const hasWords = (column: string, patterns: string): string =>
  `${column} like all (array(select platform_search_form(pattern) from unnest(${patterns}::text[]) pattern))`

/** The same as a condition of a statement that is built by names. */
export const hasWordsOf = (column: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql`${column} like all (array(select platform_search_form(pattern) from unnest(${wordPatterns(text)}::text[]) pattern))`
