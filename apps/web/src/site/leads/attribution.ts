import { isLeadType, readMarker } from '../../lib/lead-events.ts'
import { keys, local, session } from '../../lib/storage.ts'

/** The origin of a visit: the parameters of a campaign link, referrer and landing page. */
export interface Touch {
  source?: string
  medium?: string
  campaign?: string
  term?: string
  content?: string
  referrer?: string
  landingPage?: string
}

const tags = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** The touch of an address and a referrer; a referrer of this site does not count. */
export function touchOf(address: URL, referrer: string): Touch {
  const touch: Touch = { landingPage: address.pathname.slice(0, 500) }
  for (const tag of tags) {
    const value = address.searchParams.get(`utm_${tag}`)
    if (value) touch[tag] = value.slice(0, 200)
  }
  if (referrer !== '' && URL.canParse(referrer) && new URL(referrer).host !== address.host)
    touch.referrer = referrer.slice(0, 500)
  return touch
}

/** The touch of this document's first page. The visitor may navigate within the client before a form is sent. */
let entered: Touch | undefined

/**
 * Called when a document starts. A later document cannot know the visit's origin, so it is stored for the tab, but only if
 * the visitor agreed to measuring or advertising.
 */
export function noteArrival(): void {
  entered = touchOf(new URL(window.location.href), document.referrer)
  noteLeadType(window.location.search)
  if (hasAgreed() && session.get(keys.firstTouch) === undefined)
    session.set(keys.firstTouch, JSON.stringify(entered))
}

/** Whether the visitor agreed to measuring or advertising. */
const hasAgreed = (): boolean => /"(?:measuring|advertising)":true/.test(local.get(keys.consent) ?? '')

/** A campaign link may set the lead type: `?lead_type=whitepaper_download`. */
function noteLeadType(search: string): void {
  const type = new URLSearchParams(search).get('lead_type')
  if (isLeadType(type) && !readMarker(search)) session.set(keys.leadType, type)
}

/** The first touch of this tab's session, or else of this document, and the last one, for a form that is sent. Stores nothing. */
export function attribution(): { first: Touch; last: Touch; agreed?: true } {
  const last = touchOf(new URL(window.location.href), document.referrer)
  const kept = session.json(keys.firstTouch)
  const first = kept !== null && typeof kept === 'object' ? (kept as Touch) : (entered ?? last)
  return { first, last, ...(hasAgreed() && { agreed: true }) }
}

/** The attribution of an order: nothing without the visitor's consent. */
export const orderAttribution = (): { attribution?: ReturnType<typeof attribution> } =>
  hasAgreed() ? { attribution: attribution() } : {}
