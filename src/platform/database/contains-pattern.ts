import { plain } from '#platform/kernel/plain.ts'

/** The pattern of `like` and `ilike` for a text anywhere in a column: `%` and `_` in the text have no special meaning. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * The patterns of a search typed by a person; a row is found if it matches all of them. Each word may stand anywhere, so
 * names are found in either order, and any apostrophe or dash finds every other: keyboards type another one than texts have.
 * What is invisible in a pasted text is not searched.
 */
export const wordPatterns = (text: string): string[] =>
  plain(text.normalize('NFKC'))
    .trim()
    .split(/\s+/)
    .map((word) => containsPattern(word).replace(/['’‘ʼ′`´\p{Pd}]/gu, '_'))
