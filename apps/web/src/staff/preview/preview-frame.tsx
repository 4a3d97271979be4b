import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { contentKey } from '../../lib/content.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { Providers } from '../../ui/providers.tsx'
import { siteAddress } from '../site-address.ts'
import { draftOfMessage, previewReady } from './preview-message.ts'

/** So fresh that no screen ever asks the server for the saved content instead. */
const neverStale = 9e12

/** Shows the element at the top of the frame. `scrollIntoView` would scroll the staff screen around the frame too. */
function scrollFrameTo(element: Element): void {
  const margin = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  window.scrollTo({ top: window.scrollY + element.getBoundingClientRect().top - margin })
}

/**
 * Inside the frame: the whole site, with the unsaved content in place of the saved, in a router of its own. Links
 * lead to other pages of the preview; nothing can be sent from here.
 */
export function PreviewFrame({ site }: { site: ReactNode }) {
  const config = useConfig()
  const place = useRef<HTMLDivElement>(null)
  const [client] = useState(createQueryClient)
  const [route, setRoute] = useState<string>()
  const [section, setSection] = useState<string>()

  useEffect(() => {
    const hear = (event: MessageEvent): void => {
      if (event.source !== window.parent) return
      const draft = draftOfMessage(event, window.location.origin)
      if (!draft) return
      client.setQueryData(contentKey, { pages: draft.pages }, { updatedAt: neverStale })
      setRoute(draft.route)
      setSection(draft.section)
    }
    const refuse = (event: Event): void => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // A preview must not make leads or orders.
    window.addEventListener('submit', refuse, true)
    window.addEventListener('message', hear)
    if (window.parent !== window) window.parent.postMessage(previewReady, window.location.origin)
    return () => {
      window.removeEventListener('submit', refuse, true)
      window.removeEventListener('message', hear)
    }
  }, [client])

  // A root of its own: a router cannot stand inside another one.
  useEffect(() => {
    if (route === undefined || !place.current) return
    const inner = document.createElement('div')
    place.current.append(inner)
    const root = createRoot(inner)
    root.render(
      <Providers client={client} config={config}>
        <MemoryRouter initialEntries={[siteAddress(route)]}>{site}</MemoryRouter>
      </Providers>,
    )
    return () => {
      inner.remove()
      // Not while this render is still under way.
      setTimeout(() => root.unmount())
    }
  }, [route, client, config, site])

  // The page may still be on its way, and parts of it are drawn only when they come near: a few looks, then it stays.
  useEffect(() => {
    if (section === undefined || route === undefined) return
    let looks = 0
    const timer = window.setInterval(() => {
      looks += 1
      const shown = place.current?.querySelector(`[data-content="${CSS.escape(section)}"]`)
      if (shown) scrollFrameTo(shown)
      if (looks >= 8) window.clearInterval(timer)
    }, 150)
    return () => window.clearInterval(timer)
  }, [section, route])

  return (
    <>
      {route === undefined ? <p>The preview opens beside the editor of a page.</p> : null}
      <div ref={place} />
    </>
  )
}
