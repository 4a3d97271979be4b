import { useState } from 'react'
import { home } from '#modules/content/base-template/home.ts'
import type { AddedSection as Added } from '#modules/content/contract.ts'
import { isAdded } from '#modules/content/contract-sections.ts'
import { useContent } from '../../lib/content.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useHydrating } from '../../lib/hydrating.ts'
import { AddedSection } from '../../ui/added-section.tsx'
import { counterTime, LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import { useJoin } from '../frame/join.tsx'
import { Carousel } from './carousel.tsx'
import { LazySection, type LazySectionSource, loadSection } from './lazy-section.tsx'

/** The sections below the first screen, by their ids. */
const sources: Partial<Record<string, LazySectionSource>> = {
  certification: { name: 'certification', load: () => import('./certification-promo.tsx') },
  'leadership-cost-section': { name: 'cost', load: () => import('./cost-teaser.tsx') },
  'ideation-reality': { name: 'timeline', load: () => import('./timeline.tsx') },
  book: { name: 'book', load: () => import('./book-promo.tsx') },
  whitepaper: { name: 'whitepaper', load: () => import('./whitepaper-banner.tsx') },
  'lead-form': { name: 'lead', load: () => import('../leads/lead-section.tsx') },
}

/** Loads all of them; the server does so once, before it renders. */
export async function preloadSections(): Promise<void> {
  await Promise.all(Object.values(sources).map((source) => source && loadSection(source)))
}

/**
 * The home page. Its first screen comes with the page, the rest in the order of the content, when it is scrolled into view. Reached by a link, it
 * is covered until the first screen has its words and its picture, and no longer than the overlay's counter runs.
 */
export function Page() {
  const { page, loading } = useContent(home)
  useDocumentTitle(page.title)
  const [pictured, setPictured] = useState(useHydrating())
  const early = useOverlay(true, counterTime)
  // Join the Movement has its own overlay, with its own words; one is enough.
  const { joining } = useJoin()
  return (
    <>
      <Carousel waiting={loading && early} onPictured={() => setPictured(true)} />
      {page.sections.map((section) => {
        const source = sources[section.id]
        if (section.hidden) return null
        if (source) return <LazySection key={section.id} id={section.id} source={source} />
        return isAdded(section.id) ? <AddedSection key={section.id} section={section as Added} /> : null
      })}
      {early && (loading || !pictured) && !joining ? <LoadingOverlay /> : null}
    </>
  )
}
