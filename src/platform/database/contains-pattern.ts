/** The pattern of `like` and `ilike` for a text anywhere in a column: `%` and `_` in the text have no special meaning. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
