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

/** A page, and the element outside of the document that it is rendered into before it is shown. */
interface Prepared {
  route: SiteRoute
  element: HTMLElement
}
type Listener = (page: Prepared | undefined) => void
const listeners = new Set<Listener>()
let requested: Prepared | undefined

/** Renders a page that is about to be opened, hidden and at low priority; undefined discards it. */
export function preparePage(route: SiteRoute | undefined): void {
  if (route === requested?.route) return
  requested = route && { route, element: document.createElement('div') }
  for (const listener of listeners) listener(requested)
}

/** Whether the page is rendered already, so that opening it takes one short task. */
export function isPrepared(route: SiteRoute | undefined): boolean {
  return requested !== undefined && requested.route === route && requested.element.hasChildNodes()
}

interface StageProps {
  route: SiteRoute
  /** Renders a page; the same component each time. */
  Content: ComponentType<{ route: SiteRoute }>
}

/** Renders the shown page and, hidden, the prepared one. */
export function PageStage({ route, Content }: StageProps) {
  const [prepared, setPrepared] = useState<Prepared>()
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was requested on one page is not kept for the next
  useEffect(
    () => () => {
      requested = undefined
    },
    [route],
  )
  const shown = { route, element: undefined }
  const pages = prepared && prepared.route !== route ? [shown, prepared] : [shown]
  return pages.map((page) => (
    <PageSlot key={page.route.path} shown={page.route === route} element={page.element}>
      <Content route={page.route} />
    </PageSlot>
  ))
}

interface SlotProps {
  shown: boolean
  /** Of a prepared page; kept when the page is shown. */
  element: HTMLElement | undefined
  children: ReactNode
}

/**
 * The container of one page. A page that is shown from the start is rendered in the document. A prepared page is rendered
 * into a detached element, where none of its effects run; once the page is shown, that element is appended to the
 * document.
 */
function PageSlot({ shown, element, children }: SlotProps) {
  const [detached] = useState(element)
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
