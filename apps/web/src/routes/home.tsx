import { home } from '#modules/content/base-template/home.ts'
import { Carousel } from '../features/home/carousel.tsx'
import { LazySection, type LazySectionSource, loadSection } from '../features/home/lazy-section.tsx'
import { counts, times } from '../lib/constants.ts'
import { useContent } from '../lib/content.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { useJoin } from '../shell/join.tsx'
import { LoadingOverlay, useOverlay } from '../ui/loading-overlay.tsx'

/** The sections below the first screen, in the order of the page. */
const sections: readonly LazySectionSource[] = [
  { name: 'certification', load: () => import('../features/home/certification-promo.tsx') },
  { name: 'cost', load: () => import('../features/home/cost-teaser.tsx') },
  { name: 'timeline', load: () => import('../features/home/timeline.tsx') },
  { name: 'book', load: () => import('../features/home/book-promo.tsx') },
  { name: 'whitepaper', load: () => import('../features/home/whitepaper-banner.tsx') },
  { name: 'lead', load: () => import('../features/leads/lead-section.tsx') },
]

/** Loads all of them; the server does so once, before it renders. */
export async function preloadSections(): Promise<void> {
  await Promise.all(sections.map(loadSection))
}

/** The home page. Its first screen comes with the page, the rest when it is scrolled into view. */
export function Page() {
  useDocumentTitle('Home')
  const { loading } = useContent(home)
  // Join the Movement has its own overlay, with its own words; one is enough.
  const { joining } = useJoin()
  const overlay = useOverlay(loading && !joining, counts.overlayTicks * times.overlayTick)
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
