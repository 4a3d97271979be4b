const maxNames = 300
const names = new Set<string>()

/** The texts seen most often, with their names: computing a name costs more than looking one up. */
const maxTexts = 1_000
const longestText = 4_000
const byText = new Map<string, string>()

/**
 * A short name for a statement's text, to group its timings: the verb and the first table or function it
 * touches (`select commerce_order`, `commit`). Names never carry values, and there are at most 300 of them
 * per process; any further name is `other`.
 */
export function statementName(text: string): string {
  const before = byText.get(text)
  if (before !== undefined) return before
  const name = newName(text)
  if (byText.size < maxTexts && text.length <= longestText) byText.set(text, name)
  return name
}

function newName(text: string): string {
  const name = shorten(text)
  if (names.has(name)) return name
  if (names.size >= maxNames) return 'other'
  names.add(name)
  return name
}

function shorten(text: string): string {
  // Values can be far into a long statement; the name is always near its beginning.
  const start = text.slice(0, 2_000).replace(/--[^\n]*\n/g, ' ')
  const verb = /^[\s(]*([a-z]+)/i.exec(start)?.[1]?.toLowerCase()
  if (verb === undefined) return 'other'
  const target =
    /\b(?:from|into|update|join|table)\s+(?:only\s+)?("?[a-z_][\w$]*"?(?:\."?[a-z_][\w$]*"?)?)/i.exec(
      start,
    )?.[1] ?? /^[\s(]*(?:select|call)\s+([a-z_][\w$]*(?:\.[a-z_][\w$]*)?)\s*\(/i.exec(start)?.[1]
  return target === undefined ? verb : `${verb} ${target.replaceAll('"', '').toLowerCase()}`
}
