import { samplesIn } from '#modules/content/base-template/samples.ts'
import { Notice } from '../../ui/surface.tsx'
import type { Page } from '../api.ts'

/** Warns about invented people and companies in the content; renders nothing without any. */
export function SampleNote({ pages }: { pages: readonly Page[] }) {
  const names = [...new Set(samplesIn(pages).map(({ name }) => name))]
  if (names.length === 0) return null
  return (
    <Notice tone="warn" title="Invented people and companies are shown">
      {names.join(', ')}. Replace them with real names, or remove them, before visitors see the page.
    </Notice>
  )
}
