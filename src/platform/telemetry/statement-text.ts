const longestRead = 4_000
const longestKept = 1_000

/**
 * A statement's text on one line, fit to be kept and shown: whatever is written into it as a value becomes `?`,
 * long lists of placeholders are cut, and at most 1,000 characters remain.
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
