import {
  Activity,
  Component,
  type ComponentType,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { SiteRoute } from './routes.ts'
import styles from './site/frame/shell.module.css'

type Listener = (route: SiteRoute | undefined) => void
const listeners = new Set<Listener>()
let requested: SiteRoute | undefined

/** Renders a page that is about to be opened, hidden and at low priority; undefined discards it. */
export function preparePage(route: SiteRoute | undefined): void {
  requested = route
  for (const listener of listeners) listener(route)
}

interface StageProps {
  route: SiteRoute
  /** Renders a page; the same component each time. */
  Content: ComponentType<{ route: SiteRoute }>
}

/** Renders the shown page and, hidden, the prepared one. */
export function PageStage({ route, Content }: StageProps) {
  const [prepared, setPrepared] = useState<SiteRoute>()
  const [before, setBefore] = useState(route)
  // In the same render: after a navigation neither the prepared page nor the one that was left is kept.
  if (before !== route) {
    setBefore(route)
    setPrepared(undefined)
  }
  useEffect(() => {
    const follow: Listener = (next) => startTransition(() => setPrepared(next))
    listeners.add(follow)
    // The request may have come before hydration.
    if (requested) follow(requested)
    return () => void listeners.delete(follow)
  }, [])
  const pages = prepared && prepared !== route ? [route, prepared] : [route]
  return pages.map((page) => (
    <PageSlot key={page.path} shown={page === route}>
      <Content route={page} />
    </PageSlot>
  ))
}

/**
 * The container of one page. A page that is shown from the start is rendered in the document. A prepared page is rendered
 * into a detached element, where none of its effects run; once the page is shown, that element is appended to the
 * document.
 */
function PageSlot({ shown, children }: { shown: boolean; children: ReactNode }) {
  const [detached] = useState(() => (shown ? undefined : document.createElement('div')))
  const attach = useCallback(
    (slot: HTMLElement | null) => {
      if (slot && detached) slot.append(detached)
    },
    [detached],
  )
  if (!detached) return children
  return (
    <>
      {shown ? <div ref={attach} className={styles.slot} /> : null}
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <PreparedPageBoundary shown={shown}>{createPortal(children, detached)}</PreparedPageBoundary>
      </Activity>
    </>
  )
}

interface BoundaryState {
  failure?: { error: unknown }
}

/** An error of a prepared page does not affect the shown page: it is thrown when the prepared page is opened. */
class PreparedPageBoundary extends Component<{ shown: boolean; children: ReactNode }, BoundaryState> {
  override state: BoundaryState = {}
  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } }
  }
  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (this.props.shown) throw failure.error
    return null
  }
}
