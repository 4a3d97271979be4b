import type { Text } from '#modules/content/contract.ts'
import { wordsOf } from '../lib/content.ts'

/** Where a claim comes from, leading there where the content says how. */
export function SourceNote({
  sourceNote,
  sourceUrl,
}: {
  sourceNote?: Text | undefined
  sourceUrl?: string | undefined
}) {
  const words = wordsOf(sourceNote)
  if (!sourceUrl) return words
  return sourceUrl.startsWith('/') ? (
    <a href={sourceUrl}>{words}</a>
  ) : (
    <a href={sourceUrl} target="_blank" rel="noopener">
      {words}
    </a>
  )
}
