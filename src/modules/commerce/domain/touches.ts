const parts = ['source', 'medium', 'campaign', 'referrer'] as const
type Part = (typeof parts)[number]
/** A campaign link or a referrer, without free text; of a referrer its host. */
export type Touch = Partial<Record<Part, string>>
/** `null`: nothing is known. */
export type Touches = Record<TouchSide, Touch | null>
export const touchSides = ['first', 'last'] as const
export type TouchSide = (typeof touchSides)[number]

type Reported = Partial<Record<Part, string | undefined>>
/** A visit as a browser reports it. */
export type ReportedVisit = {
  first?: Reported | undefined
  last?: Reported | undefined
  agreed?: boolean | undefined
}

/** The source of what has none, and of people who did not agree. */
export const unknownSource = 'unknown'

/** An address has an at sign, and a telephone number seven digits in a row: neither is a slug. */
function slugOf(text: string): string | undefined {
  const slug = text.trim().toLowerCase().replace(/\s+/g, '-')
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(slug) && !/\d{7}/.test(slug) ? slug : undefined
}

function touchOf(reported: Reported = {}): Touch | null {
  const known = parts.flatMap((part) => {
    const text = reported[part] ?? ''
    const named =
      part !== 'referrer' ? text : URL.canParse(text) ? new URL(text).hostname.replace(/^www\./, '') : ''
    const slug = slugOf(named)
    return slug === undefined ? [] : [[part, slug]]
  })
  return known.length === 0 ? null : Object.fromEntries(known)
}

/** The touches of a visit; of a visitor who did not agree to measuring or advertising nothing may be kept beside an order. */
export const touchesOf = (visit: ReportedVisit): Touches => ({
  first: touchOf(visit.first),
  last: touchOf(visit.last),
})
export const keptTouches = (visit: ReportedVisit | undefined): Touches | null =>
  visit?.agreed === true ? touchesOf(visit) : null

/**
 * The source by the first touch of all, and by the last. The lead came before the order. A visit to the payment page has no
 * campaign of its own, so an empty touch gives way to the next one.
 */
export function sourcesOf(lead: Touches | null, visit: Touches | null): Record<TouchSide, string | null> {
  const [a, b, c, d] = [lead?.first, lead?.last, visit?.first, visit?.last].map(
    (touch) => touch?.source ?? touch?.referrer ?? null,
  )
  return { first: a ?? b ?? c ?? d ?? null, last: d ?? c ?? b ?? a ?? null }
}

/** `first:google` in a search: everything of a source by that touch; null for another search. */
export function searchedSource(text: string): { side: TouchSide; source: string | null } | null {
  const [, side, source] = /^(first|last):([a-z0-9._-]+)$/.exec(text.trim()) ?? []
  return source === undefined
    ? null
    : { side: side as TouchSide, source: source === unknownSource ? null : source }
}
