import { home } from '#modules/content/base-template/home.ts'
import { useContent } from '../../lib/content.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
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

/** The home page. Its first screen comes with the page, the rest when it is scrolled into view. */
export function Page() {
  const { page, loading } = useContent(home)
  useDocumentTitle(page.title)
  // Join the Movement has its own overlay, with its own words; one is enough.
  const { joining } = useJoin()
  const overlay = useOverlay(loading && !joining, counterTime)
  return (
    <>
      <Carousel />
      {sections.map((source) => (
        <LazySection key={source.name} source={source} />
      ))}
      {overlay ? <LoadingOverlay /> : null}
    </>
  )
}
