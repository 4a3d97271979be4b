import { keys, session } from '../../lib/storage.ts'

/** Where a visit came from, in the words of campaign links. */
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

/** The touch that an address and a referrer tell of; a referrer of this site does not count. */
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

/** First touch of this tab's session and the latest one. */
export function attribution(): { first: Touch; last: Touch } {
  const last = touchOf(new URL(window.location.href), document.referrer)
  const kept = session.json(keys.firstTouch)
  if (kept !== null && typeof kept === 'object') return { first: kept as Touch, last }
  session.set(keys.firstTouch, JSON.stringify(last))
  return { first: last, last }
}
