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
let wanted: SiteRoute | undefined

/** Draws a page that is about to be opened, out of sight and with what time is left; undefined takes it away again. */
export function preparePage(route: SiteRoute | undefined): void {
  wanted = route
  for (const listener of listeners) listener(route)
}

interface StageProps {
  route: SiteRoute
  /** Draws a page; the same component each time. */
  Content: ComponentType<{ route: SiteRoute }>
}

/** The page that is shown, and beside it the one that was prepared. */
export function PageStage({ route, Content }: StageProps) {
  const [prepared, setPrepared] = useState<SiteRoute>()
  const [before, setBefore] = useState(route)
  // In the same drawing: what was prepared was for this step, and the page that is left stays nowhere.
  if (before !== route) {
    setBefore(route)
    setPrepared(undefined)
  }
  useEffect(() => {
    const follow: Listener = (next) => startTransition(() => setPrepared(next))
    listeners.add(follow)
    // It may have been asked for before the painted page answers.
    if (wanted) follow(wanted)
    return () => void listeners.delete(follow)
  }, [])
  const pages = prepared && prepared !== route ? [route, prepared] : [route]
  return pages.map((page) => (
    <Place key={page.path} shown={page === route}>
      <Content route={page} />
    </Place>
  ))
}

/**
 * The place of one page. One that is shown from the start stands in the document as it is. One that is prepared is drawn
 * into an element outside of the document, where nothing finds it and none of its effects run; once it is shown, that
 * element is put into its place.
 */
function Place({ shown, children }: { shown: boolean; children: ReactNode }) {
  const [apart] = useState(() => (shown ? undefined : document.createElement('div')))
  const place = useCallback(
    (slot: HTMLElement | null) => {
      if (slot && apart) slot.append(apart)
    },
    [apart],
  )
  if (!apart) return children
  return (
    <>
      {shown ? <div ref={place} className={styles.slot} /> : null}
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <Failing shown={shown}>{createPortal(children, apart)}</Failing>
      </Activity>
    </>
  )
}

/** A prepared page that cannot be drawn is no trouble of the page that is shown: the error comes when it is opened. */
class Failing extends Component<{ shown: boolean; children: ReactNode }, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {}
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
