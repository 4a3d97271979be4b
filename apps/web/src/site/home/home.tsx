import { useState } from 'react'
import { home } from '#modules/content/base-template/home.ts'
import { useContent } from '../../lib/content.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useHydrating } from '../../lib/hydrating.ts'
import { counterTime, LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import { useJoin } from '../frame/join.tsx'
import { Carousel } from './carousel.tsx'
import { LazySection, type LazySectionSource, loadSection } from './lazy-section.tsx'

/** The sections below the first screen, in the order of the page. */
const sections: readonly LazySectionSource[] = [
  { name: 'certification', load: () => import('./certification-promo.tsx') },
  { name: 'cost', load: () => import('./cost-teaser.tsx') },
  { name: 'timeline', load: () => import('./timeline.tsx') },
  { name: 'book', load: () => import('./book-promo.tsx') },
  { name: 'whitepaper', load: () => import('./whitepaper-banner.tsx') },
  { name: 'lead', load: () => import('../leads/lead-section.tsx') },
]

/** Loads all of them; the server does so once, before it renders. */
export async function preloadSections(): Promise<void> {
  await Promise.all(sections.map(loadSection))
}

/**
 * The home page. Its first screen comes with the page, the rest when it is scrolled into view. Reached by a link, it
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
      {sections.map((source) => (
        <LazySection key={source.name} source={source} />
      ))}
      {early && (loading || !pictured) && !joining ? <LoadingOverlay /> : null}
    </>
  )
}
