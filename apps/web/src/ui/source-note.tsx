import type { Text } from '#modules/content/contract.ts'
import { wordsOf } from '../lib/content.ts'

/** The source of a claim, as a link if the content has an address. */
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
