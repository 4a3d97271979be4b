import { useState } from 'react'
import { home } from '#modules/content/base-template/home.ts'
import type { AddedSection as Added } from '#modules/content/contract.ts'
import { isAdded } from '#modules/content/contract-sections.ts'
import { useHydrating } from '../../first-load/hydrating.ts'
import { useContent } from '../../lib/content.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
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

/** Loads all sections; the server calls it once, before its first render. */
export async function preloadSections(): Promise<void> {
  await Promise.all(Object.values(sources).map((source) => source && loadSection(source)))
}

/**
 * The home page. The first screen is part of the page's script; the other sections load when they are scrolled into view.
 * After a navigation within the client, an overlay covers the page until the first screen has its content and its picture,
 * but not longer than the overlay's counter runs.
 */
export function Page() {
  const { page, loading } = useContent(home)
  useDocumentTitle(page.title)
  const [pictureSettled, setPictureSettled] = useState(useHydrating())
  const covered = useOverlay(true, counterTime)
  // "Join the Movement" shows its own overlay.
  const { joining } = useJoin()
  return (
    <>
      <Carousel waiting={loading && covered} onPictureSettled={() => setPictureSettled(true)} />
      {page.sections.map((section) => {
        const source = sources[section.id]
        if (section.hidden) return null
        if (source) return <LazySection key={section.id} id={section.id} source={source} />
        return isAdded(section.id) ? <AddedSection key={section.id} section={section as Added} /> : null
      })}
      {covered && (loading || !pictureSettled) && !joining ? <LoadingOverlay /> : null}
    </>
  )
}
