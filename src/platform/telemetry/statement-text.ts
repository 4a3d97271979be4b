const longestRead = 4_000
const longestKept = 1_000

/**
 * A statement's text on one line, to be stored and shown: literal values become `?`, long lists of placeholders are
 * shortened, and at most 1,000 characters remain.
 */
export function withoutValues(text: string): string {
  const plain = text
    .slice(0, longestRead)
    .replace(/--[^\n]*/g, ' ')
    .replace(/\$(\w*)\$[\s\S]*?(?:\$\1\$|$)/g, (whole, tag: string) => (/^\d/.test(tag) ? whole : '?'))
    .replace(/'(?:[^']|'')*(?:'|$)/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .replace(/((?:\$\d+|\?)(?:::[\w[\]]+)?)(?:, ?(?:\$\d+|\?)(?:::[\w[\]]+)?){5,}/g, '$1, …')
    .trim()
  return plain.length > longestKept ? `${plain.slice(0, longestKept - 1)}…` : plain
}
