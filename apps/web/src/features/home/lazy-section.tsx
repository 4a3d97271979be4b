import { type ComponentType, memo, Suspense, use, useEffect, useRef, useState } from 'react'
import { sizes, times, visibility } from '../../lib/constants.ts'
import { useForcedSections } from '../../lib/forced-sections.ts'
import { wait } from '../../lib/lead-form-scroll.ts'
import styles from './home.module.css'

export interface SectionModule {
  Section: ComponentType
}

export interface LazySectionSource {
  /** Also the class of the placeholder, which has the section's usual height. */
  name: 'certification' | 'cost' | 'timeline' | 'book' | 'whitepaper' | 'lead'
  load: () => Promise<SectionModule>
}

const arrived = new Map<string, ComponentType>()
const coming = new Map<string, Promise<ComponentType>>()

/** Starts or joins loading a section; on the server before the first render, in the browser when it is near. */
export function loadSection({ name, load }: LazySectionSource): Promise<ComponentType> {
  const known = coming.get(name)
  if (known) return known
  const started = load().then(({ Section }) => {
    arrived.set(name, Section)
    return Section
  })
  coming.set(name, started)
  started.catch(() => coming.delete(name))
  return started
}

const waiting = new Map<string, { promise: Promise<ComponentType>; open: () => void }>()

/** Resolves when someone has asked for the section and its code has been here for 100 ms. */
function onceWanted(source: LazySectionSource): Promise<ComponentType> {
  const known = waiting.get(source.name)
  if (known) return known.promise
  let open: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    open = resolve
  })
  const promise = asked.then(async () => {
    const Section = await loadSection(source)
    await wait(times.sectionLoaded)
    return Section
  })
  waiting.set(source.name, { promise, open })
  return promise
}

function want(source: LazySectionSource): void {
  void onceWanted(source)
  waiting.get(source.name)?.open()
}

/**
 * A section whose script arrives when it is scrolled into view. In a rendered document its HTML is there from
 * the start and stays as it is until then; after a navigation a placeholder of its height holds the place.
 */
export const LazySection = memo(function LazySection({ source }: { source: LazySectionSource }) {
  const place = useRef<HTMLDivElement>(null)
  const forced = useForcedSections()

  useEffect(() => {
    const element = place.current
    if (forced) want(source)
    if (!element || forced) return
    const narrow = window.innerWidth < sizes.narrow
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        want(source)
      },
      { threshold: thresholdFor(element, narrow ? visibility.sectionNarrow : visibility.sectionWide) },
    )
    observer.observe(element)
    // Whoever moves through the page by keyboard or finger reaches controls before the threshold does.
    const touch = (): void => want(source)
    element.addEventListener('focusin', touch, { once: true })
    element.addEventListener('pointerenter', touch, { once: true })
    return () => observer.disconnect()
  }, [source, forced])

  return (
    <div
      ref={place}
      data-section={source.name}
      className={`${styles.lazy} ${styles[`${source.name}Size`] ?? ''}`}
    >
      <Suspense
        fallback={<div className={`${styles.placeholder} ${styles[`${source.name}Height`] ?? ''}`} />}
      >
        <Arriving source={source} />
      </Suspense>
    </div>
  )
})

/** A section taller than the window can never show a fifth of itself at once: then less is enough. */
function thresholdFor(element: HTMLElement, wanted: number): number {
  const height = element.getBoundingClientRect().height
  return height > 0 ? Math.min(wanted, (window.innerHeight / height) * 0.5) : wanted
}

function Arriving({ source }: { source: LazySectionSource }) {
  const [Ready] = useState(() => arrived.get(source.name))
  if (Ready && typeof window === 'undefined') return <Ready />
  return <Wanted source={source} />
}

function Wanted({ source }: { source: LazySectionSource }) {
  const Section = use(onceWanted(source))
  return <Section />
}
