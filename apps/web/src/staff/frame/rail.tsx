import * as Radix from '@radix-ui/react-tabs'
import { ChevronDown, ChevronRight } from 'lucide-react'
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { StaffTab, TabGroup } from './tab-list.tsx'

interface RailProps {
  tabs: readonly StaffTab[]
  /** The tab of the address, if any. */
  shown: StaffTab | undefined
  /** The link target of a tab that is not shown. */
  placeOf: (path: string) => string
  /** The last address in a group that is not open; undefined before the first visit. */
  placeOfGroup: (group: TabGroup) => string | undefined
  isUnsaved: (tab: StaffTab) => boolean
  /** Rendered instead of a panel when no tab is shown. */
  elsewhere: ReactNode
  /** Rendered at the right of the panel. */
  aside: ReactNode
}

/** The tabs at the left, each a link, and the panel beside them. Up and down move between them, Home and End jump. */
export function Rail({ tabs, shown, placeOf, placeOfGroup, isUnsaved, elsewhere, aside }: RailProps) {
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
          {tabs.map((tab, index) => {
            const before = tabs[index - 1]
            const open = tab.group === undefined || tab.group === shown?.group
            return (
              <Fragment key={tab.path}>
                {before?.area === tab.area ? null : (
                  <span className={styles.area} aria-hidden="true">
                    {tab.area === (tab.group ?? tab.label) ? null : tab.area}
                  </span>
                )}
                {tab.group === undefined || before?.group === tab.group ? null : (
                  <GroupLink
                    group={tab.group}
                    open={open}
                    to={(open ? undefined : placeOfGroup(tab.group)) ?? `/admin/${tab.path}`}
                    unsaved={!open && tabs.some((each) => each.group === tab.group && isUnsaved(each))}
                  />
                )}
                {open ? (
                  <TabLink
                    tab={tab}
                    to={tab === shown ? `/admin/${tab.path}` : placeOf(tab.path)}
                    unsaved={isUnsaved(tab)}
                  />
                ) : null}
              </Fragment>
            )
          })}
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

/** A tab is activated by the space bar; a link is not. */
function pressBySpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

const UnsavedDot = () => <span className={styles.dot} title="Unsaved changes" aria-hidden="true" />

function TabLink({ tab, to, unsaved }: { tab: StaffTab; to: string; unsaved: boolean }) {
  return (
    <Radix.Trigger value={tab.path} asChild>
      <Link
        to={to}
        className={styles.tab}
        data-grouped={tab.group ? '' : undefined}
        // The route is the name, since an editor can change the title.
        title={tab.title}
        // That of a button, which the trigger gives, would be a media type.
        type={undefined}
        onKeyDown={pressBySpace}
      >
        <span>{tab.label}</span>
        {unsaved ? <UnsavedDot /> : null}
      </Link>
    </Radix.Trigger>
  )
}

interface GroupLinkProps {
  group: TabGroup
  open: boolean
  to: string
  unsaved: boolean
}

/** The head of a group: leads to the last place in it, which opens the group. */
function GroupLink({ group, open, to, unsaved }: GroupLinkProps) {
  return (
    <Radix.Trigger value={`group ${group}`} asChild>
      <Link to={to} className={styles.tab} type={undefined} aria-expanded={open} onKeyDown={pressBySpace}>
        <span>{group}</span>
        {unsaved ? <UnsavedDot /> : null}
        {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
      </Link>
    </Radix.Trigger>
  )
}
