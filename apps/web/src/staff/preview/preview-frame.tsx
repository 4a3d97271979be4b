import { useContext, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { contentKey } from '../../lib/content.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { WholeSite } from '../../lib/whole-site.ts'
import { Providers } from '../../ui/providers.tsx'
import { draftOfMessage, previewReady } from './preview-message.ts'
import { siteAddress } from './site-address.ts'

/** A time far in the future, so that the saved content is never fetched instead. */
const neverStale = 9e12

/** Shows the element at the top of the frame. `scrollIntoView` would scroll the staff screen around the frame too. */
function scrollFrameTo(element: Element): void {
  const margin = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  window.scrollTo({ top: window.scrollY + element.getBoundingClientRect().top - margin })
}

/**
 * The document in the frame: the whole site with the unsaved content, in its own router. Links open other pages of the
 * preview; forms cannot be submitted.
 */
export function Page() {
  const Site = useContext(WholeSite)
  const config = useConfig()
  const place = useRef<HTMLDivElement>(null)
  const [client] = useState(createQueryClient)
  const [route, setRoute] = useState<string>()
  const [section, setSection] = useState<string>()

  useEffect(() => {
    const receive = (event: MessageEvent): void => {
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
    // A preview must not create leads or orders.
    window.addEventListener('submit', refuse, true)
    window.addEventListener('message', receive)
    if (window.parent !== window) window.parent.postMessage(previewReady, window.location.origin)
    return () => {
      window.removeEventListener('submit', refuse, true)
      window.removeEventListener('message', receive)
    }
  }, [client])

  // A separate root: a router cannot be nested in another one.
  useEffect(() => {
    if (route === undefined || !place.current) return
    const inner = document.createElement('div')
    place.current.append(inner)
    const root = createRoot(inner)
    root.render(
      <Providers client={client} config={config}>
        <MemoryRouter initialEntries={[siteAddress(route)]}>
          <Site />
        </MemoryRouter>
      </Providers>,
    )
    return () => {
      inner.remove()
      // Not while this render is still under way.
      setTimeout(() => root.unmount())
    }
  }, [route, client, config, Site])

  // The page may still be loading, and some parts render only near the viewport: retries a few times.
  useEffect(() => {
    if (section === undefined || route === undefined) return
    let attempts = 0
    const timer = window.setInterval(() => {
      attempts += 1
      const shown = place.current?.querySelector(`[data-content="${CSS.escape(section)}"]`)
      if (shown) scrollFrameTo(shown)
      if (attempts >= 8) window.clearInterval(timer)
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
