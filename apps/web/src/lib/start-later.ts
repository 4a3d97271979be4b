import { askSession } from './early-session.ts'
import { somethingKept } from './missed-click.ts'
import { fetchScripts, whenIdle } from './painted-sheets.ts'
import { keys, local } from './storage.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'focusin'] as const

/** Chromium's own, not yet in the language's types. */
type Prerenderable = Document & { prerendering?: boolean }
type Connected = Navigator & { connection?: { saveData?: boolean } }

/** Does it now, or, in a page that is prepared before anybody asked for it, when the visitor comes to see it. */
export function whenActive(work: () => void): void {
  if ((document as Prerenderable).prerendering)
    document.addEventListener('prerenderingchange', work, { once: true })
  else work()
}

/** The visitor does not want to pay for what may not be needed. */
export function savesData(): boolean {
  const { connection } = navigator as Connected
  return connection?.saveData === true || window.matchMedia('(prefers-reduced-data: reduce)').matches
}

/** Whether one of the purposes that the page asks consent for is still open, or was allowed: both need the script. */
export function mayLoadOthers(asked = ''): boolean {
  const text = local.get(keys.consent) ?? ''
  if (asked === '' || text === 'refused') return false
  try {
    const kept = JSON.parse(text) as Record<string, unknown> | null
    return asked.split(' ').some((purpose) => kept?.[purpose] !== false)
  } catch {
    return true
  }
}

/**
 * Calls `start` once: at the visitor's first sign; or when the browser is idle, if the page has work then or this
 * visitor needs what only the script has: a signed-in customer's menu, the words that an address asks for. Until then an
 * idle browser fetches the scripts and runs nothing.
 */
export function startLater(idleWork: boolean, start: () => void): void {
  const once = (event?: Event): void => {
    if (event && (leadsAway(event) || staysPut(event))) return
    for (const sign of signs) window.removeEventListener(sign, once)
    start()
    start = () => undefined
  }
  // Before even this script was here.
  if (somethingKept() || document.activeElement !== document.body || window.scrollY > 0) {
    start()
    return
  }
  for (const sign of signs) window.addEventListener(sign, once, { passive: true })
  whenIdle(() => {
    if (idleWork || window.location.search !== '' || local.get(keys.auth) !== undefined) return once()
    if (!savesData()) fetchScripts()
    // A session can be older than what this browser remembers of it.
    void isSignedIn().then((known) => {
      if (known) once()
    })
  })
}

/** Pressing a link to another page: that page starts its own script, and need not wait for this one's. */
function leadsAway({ type, target }: Event): boolean {
  if (type === 'keydown' || type === 'pointermove' || !(target instanceof Element)) return false
  const link = target.closest('a')
  return link !== null && link.href !== '' && !link.getAttribute('href')?.startsWith('#')
}

/** Browsers report a pointer that rests where a page appears, too. */
function staysPut(event: Event): boolean {
  return event.type === 'pointermove' && event instanceof PointerEvent && !event.movementX && !event.movementY
}

async function isSignedIn(): Promise<boolean> {
  try {
    return ((await askSession()) as { isAuthenticated?: boolean }).isAuthenticated === true
  } catch {
    return false
  }
}
