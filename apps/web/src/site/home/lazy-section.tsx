import {
  type ComponentType,
  memo,
  type RefObject,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { repeatActions, repeatInput, showEntered } from '../../first-load/early-input.ts'
import { actionsOf } from '../../first-load/missed-click.ts'
import { onForcedSections } from '../../lib/forced-sections.ts'
import { wait } from '../../lib/lead-form-scroll.ts'
import { narrow } from '../../lib/narrow.ts'
import styles from './home.module.css'

export interface SectionModule {
  Section: ComponentType
}

export interface LazySectionSource {
  /** Also names the class with the section's usual height. */
  name: string
  load: () => Promise<SectionModule>
}

const loaded = new Map<string, ComponentType>()
const loading = new Map<string, Promise<ComponentType>>()

/** Loads a section, once: on the server before the first render, in the browser when it is near the window. */
export function loadSection({ name, load }: LazySectionSource): Promise<ComponentType> {
  const known = loading.get(name)
  if (known) return known
  const started = load().then(({ Section }) => {
    loaded.set(name, Section)
    return Section
  })
  loading.set(name, started)
  started.catch(() => loading.delete(name))
  return started
}

const requests = new Map<string, { promise: Promise<ComponentType>; start: () => void }>()

/** Resolves 100 ms after the section has been requested and its code has loaded. */
function onceRequested(source: LazySectionSource): Promise<ComponentType> {
  const known = requests.get(source.name)
  if (known) return known.promise
  let start: () => void = () => undefined
  const requested = new Promise<void>((resolve) => {
    start = resolve
  })
  const promise = requested.then(async () => {
    const Section = await untilLoaded(source)
    await wait(100)
    return Section
  })
  requests.set(source.name, { promise, start })
  return promise
}

/** Retries with growing pauses: a section that cannot be loaded must not break the rest of the page. */
async function untilLoaded(source: LazySectionSource): Promise<ComponentType> {
  for (let pause = 1_000; ; pause = Math.min(pause * 2, 8_000)) {
    try {
      return await loadSection(source)
    } catch {
      await wait(pause)
    }
  }
}

function requestSection(source: LazySectionSource): void {
  void onceRequested(source)
  requests.get(source.name)?.start()
}

/**
 * A section whose script loads when it is scrolled into view. A rendered document contains its HTML, which stays unchanged
 * until then; after a navigation a placeholder with the section's usual height is shown.
 */
export const LazySection = memo(function LazySection({
  id,
  source,
}: {
  id: string
  source: LazySectionSource
}) {
  const place = useRef<HTMLDivElement>(null)
  const renderedHtml = useRef('')

  useEffect(() => {
    const element = place.current
    if (element?.querySelector('section')) renderedHtml.current = element.innerHTML
  }, [])

  useEffect(() => {
    const element = place.current
    if (!element) return
    const isNarrow = window.innerWidth < narrow
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        requestSection(source)
      },
      { threshold: thresholdFor(element, isNarrow ? 0.2 : 0.1) },
    )
    observer.observe(element)
    // With the keyboard or a finger, a visitor can reach a control before the threshold is reached.
    const request = (): void => requestSection(source)
    const focused = ({ target }: FocusEvent): void => {
      request()
      element.dataset.focus = String([...element.querySelectorAll(controls)].indexOf(target as Element))
    }
    // Stored clicks and input can be repeated only when the section is loaded, so it loads even if little of it is in view.
    if (actionsOf(element).length > 0) request()
    element.addEventListener('focusin', focused)
    element.addEventListener('pointerenter', request, { once: true })
    const stopListening = onForcedSections(request)
    return () => {
      stopListening()
      element.removeEventListener('focusin', focused)
      observer.disconnect()
    }
  }, [source])

  return (
    <div
      ref={place}
      data-section={source.name}
      data-content={id}
      className={`${styles.lazy} ${styles[`${source.name}Size`] ?? ''}`}
    >
      <Suspense
        fallback={<Fallback html={renderedHtml} place={place} className={styles.placeholder ?? ''} />}
      >
        <SectionContent source={source} place={place} />
      </Suspense>
    </div>
  )
})

/** Lowers the threshold for a section taller than the window, of which a fifth can never be in view. */
function thresholdFor(element: HTMLElement, wanted: number): number {
  const height = element.getBoundingClientRect().height
  return height > 0 ? Math.min(wanted, (window.innerHeight / height) * 0.5) : wanted
}

const controls = 'a, button, input, textarea'

/** Restores the focus, at the same control, if a section was rendered again while it had the focus. */
function restoreFocus(element: HTMLElement): void {
  const index = Number(element.dataset.focus ?? -1)
  if (index < 0 || document.activeElement !== document.body) return
  const control = element.querySelectorAll<HTMLElement>(controls)[index]
  control?.focus({ preventScroll: true })
}

/**
 * Shown until a section's script has loaded. If a parent renders again before that, React discards the section's
 * server-rendered HTML; the fallback then shows the same HTML again, so that nothing changes on the screen.
 */
function Fallback({
  html,
  place,
  className,
}: {
  html: RefObject<string>
  place: RefObject<HTMLElement | null>
  className: string
}) {
  useLayoutEffect(() => {
    if (place.current) showEntered(place.current)
  }, [place])
  if (html.current === '') return <div className={className} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this document's own HTML, rendered from checked content
  return <div dangerouslySetInnerHTML={{ __html: html.current }} />
}

interface SectionContentProps {
  source: LazySectionSource
  place: RefObject<HTMLElement | null>
}

function SectionContent({ source, place }: SectionContentProps) {
  const [Section] = useState(() => loaded.get(source.name))
  if (Section && typeof window === 'undefined') return <Section />
  return <RequestedSection source={source} place={place} />
}

function RequestedSection({ source, place }: SectionContentProps) {
  const Section = use(onceRequested(source))
  useLayoutEffect(() => {
    if (place.current) repeatInput(place.current)
  }, [place])
  useEffect(() => {
    const element = place.current
    if (!element) return
    restoreFocus(element)
    repeatActions(element)
  }, [place])
  return <Section />
}
