import { samplesIn } from '#modules/content/base-template/samples.ts'
import { Notice } from '../../ui/surface.tsx'
import type { Page } from '../api.ts'

/** Whom the pages present although nobody of that name exists; nothing once all have names of their own. */
export function SampleNote({ pages }: { pages: readonly Page[] }) {
  const names = [...new Set(samplesIn(pages).map(({ name }) => name))]
  if (names.length === 0) return null
  return (
    <Notice tone="warn" title="Invented people and companies are shown">
      {names.join(', ')}. Put real names in their place, or remove them, before visitors see the page.
    </Notice>
  )
}
