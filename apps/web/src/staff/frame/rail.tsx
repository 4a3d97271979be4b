import * as Radix from '@radix-ui/react-tabs'
import { Fragment, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { StaffTab } from './tabs.tsx'

interface RailProps {
  tabs: readonly StaffTab[]
  /** The tab of the address, if any. */
  shown: StaffTab | undefined
  /** The link target of a tab that is not shown. */
  placeOf: (path: string) => string
  isUnsaved: (tab: StaffTab) => boolean
  /** Rendered instead of a panel when no tab is shown. */
  elsewhere: ReactNode
  /** Rendered at the right of the panel. */
  aside: ReactNode
}

/** The tabs at the left, each a link, and the panel beside them. Up and down move between them, Home and End jump. */
export function Rail({ tabs, shown, placeOf, isUnsaved, elsewhere, aside }: RailProps) {
  const rail = useRef<HTMLElement>(null)
  const hasMore = useMoreBelow(rail)
  // The rail scrolls by itself, and in most windows its last tabs are below its edge; the pages arrive later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown tab is found by its state
  useEffect(() => {
    // Never under the pointer: a click would miss its tab.
    if (rail.current?.matches(':hover')) return
    rail.current?.querySelector('[data-state="active"]')?.scrollIntoView({ block: 'nearest' })
  }, [shown, tabs.length])
  return (
    <Radix.Root
      className={styles.columnsOfScreen}
      data-beside={aside ? '' : undefined}
      orientation="vertical"
      activationMode="manual"
      value={shown?.path ?? ''}
    >
      <nav ref={rail} className={styles.rail} aria-label="Content pages and tools">
        <Radix.List className={styles.tabs} aria-label="Content pages and tools">
          {tabs.map((tab, index) => (
            <Fragment key={tab.path}>
              {tabs[index - 1]?.area === tab.area ? null : (
                <span className={styles.area} aria-hidden="true">
                  {tab.area === tab.label ? null : tab.area}
                </span>
              )}
              <TabLink
                tab={tab}
                to={tab === shown ? `/admin/${tab.path}` : placeOf(tab.path)}
                unsaved={isUnsaved(tab)}
              />
            </Fragment>
          ))}
        </Radix.List>
        {hasMore ? (
          <button
            type="button"
            className={styles.more}
            // For the pointer: with the keyboard, the next tab scrolls into view.
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => rail.current?.scrollBy({ top: rail.current.clientHeight / 2, behavior: 'smooth' })}
          >
            More tabs below
          </button>
        ) : null}
      </nav>
      <main className={styles.panels}>
        {shown === undefined ? elsewhere : null}
        {tabs.map((tab) => (
          <Radix.Content key={tab.path} value={tab.path} className={styles.panel}>
            <Suspense fallback={<Skeleton shape="block" />}>
              <Routes>
                <Route path={`${tab.path}/*`} element={<tab.Panel />} />
              </Routes>
            </Suspense>
          </Radix.Content>
        ))}
      </main>
      {aside}
    </Radix.Root>
  )
}

/** Whether a part of the box is below its lower edge. */
function useMoreBelow(box: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const read = (): void => setMore(element.scrollHeight - element.scrollTop - element.clientHeight > 8)
    const sizes = new ResizeObserver(read)
    for (const each of [element, ...element.children]) sizes.observe(each)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [box])
  return more
}

function TabLink({ tab, to, unsaved }: { tab: StaffTab; to: string; unsaved: boolean }) {
  return (
    <Radix.Trigger value={tab.path} asChild>
      <Link
        to={to}
        className={styles.tab}
        // That of a button, which the trigger gives, would be a media type.
        type={undefined}
        // A tab is activated by the space bar; a link is not.
        onKeyDown={(event) => {
          if (event.key !== ' ') return
          event.preventDefault()
          event.currentTarget.click()
        }}
      >
        <span>
          {tab.label}
          {/* The route is the accessible name, since an editor can change the title. */}
          {tab.title ? <small aria-hidden="true">{tab.title}</small> : null}
        </span>
        {unsaved ? <span className={styles.dot} title="Unsaved changes" aria-hidden="true" /> : null}
      </Link>
    </Radix.Trigger>
  )
}
