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
import { repeatInput, showEntered, repeatActions } from '../../lib/early-input.ts'
import { onForcedSections } from '../../lib/forced-sections.ts'
import { wait } from '../../lib/lead-form-scroll.ts'
import { actionsOf } from '../../lib/missed-click.ts'
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
    const Section = await untilLoaded(source)
    await wait(100)
    return Section
  })
  waiting.set(source.name, { promise, open })
  return promise
}

/** Asks again, less and less often: one part of the page that does not arrive is no reason to lose the rest. */
async function untilLoaded(source: LazySectionSource): Promise<ComponentType> {
  for (let pause = 1_000; ; pause = Math.min(pause * 2, 8_000)) {
    try {
      return await loadSection(source)
    } catch {
      await wait(pause)
    }
  }
}

function want(source: LazySectionSource): void {
  void onceWanted(source)
  waiting.get(source.name)?.open()
}

/**
 * A section whose script arrives when it is scrolled into view. In a rendered document its HTML is there from
 * the start and stays as it is until then; after a navigation a placeholder of its height holds the place.
 */
export const LazySection = memo(function LazySection({
  id,
  source,
}: {
  id: string
  source: LazySectionSource
}) {
  const place = useRef<HTMLDivElement>(null)
  const held = useRef('')

  useEffect(() => {
    const element = place.current
    if (element?.querySelector('section')) held.current = element.innerHTML
  }, [])

  useEffect(() => {
    const element = place.current
    if (!element) return
    const isNarrow = window.innerWidth < narrow
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        want(source)
      },
      { threshold: thresholdFor(element, isNarrow ? 0.2 : 0.1) },
    )
    observer.observe(element)
    // Whoever moves through the page by keyboard or finger reaches controls before the threshold does.
    const touch = (): void => want(source)
    const focused = ({ target }: FocusEvent): void => {
      touch()
      element.dataset.focus = String([...element.querySelectorAll(controls)].indexOf(target as Element))
    }
    // What was pressed or entered before this page's script ran waits for the section, however little of it is in view.
    if (actionsOf(element).length > 0) touch()
    element.addEventListener('focusin', focused)
    element.addEventListener('pointerenter', touch, { once: true })
    const unforce = onForcedSections(touch)
    return () => {
      unforce()
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
      <Suspense fallback={<Held html={held} place={place} className={styles.placeholder ?? ''} />}>
        <Arriving source={source} place={place} />
      </Suspense>
    </div>
  )
})

/** A section taller than the window can never show a fifth of itself at once: then less is enough. */
function thresholdFor(element: HTMLElement, wanted: number): number {
  const height = element.getBoundingClientRect().height
  return height > 0 ? Math.min(wanted, (window.innerHeight / height) * 0.5) : wanted
}

const controls = 'a, button, input, textarea'

/** A section drawn anew under a visitor's focus gets it back, at the same control. */
function keepFocus(element: HTMLElement): void {
  const at = Number(element.dataset.focus ?? -1)
  if (at < 0 || document.activeElement !== document.body) return
  const control = element.querySelectorAll<HTMLElement>(controls)[at]
  control?.focus({ preventScroll: true })
}

/**
 * What stands in a section's place until its script is here. When something above changes before that, React gives up
 * the painted HTML of the section; then the same HTML is shown again, so that nobody sees it go.
 */
function Held({
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

interface ArrivingProps {
  source: LazySectionSource
  place: RefObject<HTMLElement | null>
}

function Arriving({ source, place }: ArrivingProps) {
  const [Ready] = useState(() => arrived.get(source.name))
  if (Ready && typeof window === 'undefined') return <Ready />
  return <Wanted source={source} place={place} />
}

function Wanted({ source, place }: ArrivingProps) {
  const Section = use(onceWanted(source))
  useLayoutEffect(() => {
    if (place.current) repeatInput(place.current)
  }, [place])
  useEffect(() => {
    const element = place.current
    if (!element) return
    keepFocus(element)
    repeatActions(element)
  }, [place])
  return <Section />
}
