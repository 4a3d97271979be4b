import { useContext, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { contentKey } from '../../lib/content.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { factsOf, withFacts } from '../../lib/shown-page.ts'
import { WholeSite } from '../../lib/whole-site.ts'
import { Providers } from '../../ui/providers.tsx'
import { exactFields, pickedField, shownFields } from './picked-field.ts'
import styles from './preview.module.css'
import { draftOfMessage, type PreviewDraft, type PreviewPick, previewReady } from './preview-message.ts'
import { siteAddress } from './site-address.ts'

/** A time far in the future, so that the saved content is never fetched instead. */
const neverStale = 9e12

/** Shows the element at the top of the frame. `scrollIntoView` would scroll the staff screen around the frame too. */
function scrollFrameTo(element: Element): void {
  const margin = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  window.scrollTo({ top: window.scrollY + element.getBoundingClientRect().top - margin })
}

/**
 * The document in the frame: the whole site with the unsaved content, in its own router. A click, or Enter at a part that Tab
 * has reached, asks the editor for the field of what is there. Links lead nowhere, and forms cannot be submitted.
 */
export function Page() {
  const Site = useContext(WholeSite)
  const config = useConfig()
  const place = useRef<HTMLDivElement>(null)
  const [client] = useState(createQueryClient)
  const [route, setRoute] = useState<string>()
  const [section, setSection] = useState<string>()
  const [draft, setDraft] = useState<PreviewDraft>()
  /** The section of the last click, which is in view already. */
  const picked = useRef<string>(undefined)

  useEffect(() => {
    const receive = (event: MessageEvent): void => {
      if (event.source !== window.parent) return
      const draft = draftOfMessage(event, window.location.origin)
      if (!draft) return
      client.setQueryData(contentKey, { pages: draft.pages }, { updatedAt: neverStale })
      setDraft(draft)
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

  useEffect(() => {
    const root = place.current
    if (!draft || !root) return
    const fields = shownFields(draft.pages, draft.route, (text) => withFacts(text, factsOf(config)))
    const pick = (event: Event): void => {
      const { target } = event
      const keyed = event instanceof KeyboardEvent
      if (!(target instanceof Element) || (event as MouseEvent).ctrlKey || (event as MouseEvent).metaKey)
        return
      // A key at a control becomes a click.
      if (keyed && (event.key !== 'Enter' || !target.hasAttribute('data-field'))) return
      if (keyed || target.closest('a')) event.preventDefault()
      if (target.closest('a')) event.stopPropagation()
      const pointer = pickedField(target, fields, root)
      if (pointer === undefined) return
      picked.current = fields.find((each) => each.pointer === pointer)?.section
      const message: PreviewPick = { kind: 'preview-pick', pointer }
      window.parent.postMessage(message, window.location.origin)
    }
    // What the site itself does not reach by Tab, and shows a field as it is.
    const mark = (): void => {
      for (const element of root.querySelectorAll<HTMLElement>(
        '[data-field], :where(h1,h2,h3,h4,p,li,dt,dd,span,strong,blockquote,cite,figcaption,img)',
      )) {
        const isOwn = element.closest('a, button, summary, label, header, footer, nav') === null
        const isField =
          isOwn && exactFields(element, fields).length > 0 && !element.parentElement?.closest('[data-field]')
        if (isField === element.hasAttribute('data-field')) continue
        element.toggleAttribute('data-field', isField)
        if (isField) element.tabIndex = 0
        else element.removeAttribute('tabindex')
      }
    }
    let timer = window.setTimeout(mark, 300)
    const observer = new MutationObserver(() => {
      window.clearTimeout(timer)
      timer = window.setTimeout(mark, 300)
    })
    observer.observe(root, { childList: true, subtree: true, characterData: true })
    root.addEventListener('click', pick, true)
    root.addEventListener('keydown', pick, true)
    return () => {
      observer.disconnect()
      window.clearTimeout(timer)
      root.removeEventListener('click', pick, true)
      root.removeEventListener('keydown', pick, true)
    }
  }, [draft, config])

  // The page may still be loading, and some parts render only near the viewport: retries a few times.
  useEffect(() => {
    if (section === undefined || route === undefined || section === picked.current) return
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
      <div ref={place} className={styles.picking} />
    </>
  )
}
