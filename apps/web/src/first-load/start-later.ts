import { askSession } from '../lib/early-session.ts'
import { keys, local } from '../lib/storage.ts'
import { hasKeptActions } from './missed-click.ts'
import { fetchScripts, whenIdle } from './painted-sheets.ts'

const interactions = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'focusin'] as const

/** Properties of Chromium that are not yet in TypeScript's types. */
type Prerenderable = Document & { prerendering?: boolean }
type Connected = Navigator & { connection?: { saveData?: boolean } }

/** Calls `work` now, or, in a page that the browser is prerendering, when the visitor opens it. */
export function whenActive(work: () => void): void {
  if ((document as Prerenderable).prerendering)
    document.addEventListener('prerenderingchange', work, { once: true })
  else work()
}

/** Whether the visitor's browser is set to save data. */
export function savesData(): boolean {
  const { connection } = navigator as Connected
  return connection?.saveData === true || window.matchMedia('(prefers-reduced-data: reduce)').matches
}

/**
 * Whether the page needs the script for third parties: consent for one of the purposes is given or undecided.
 * @param purposes separated by spaces
 */
export function mayLoadOthers(purposes = ''): boolean {
  const text = local.get(keys.consent) ?? ''
  if (purposes === '') return false
  try {
    const kept = JSON.parse(text) as Record<string, unknown> | null
    return purposes.split(' ').some((purpose) => kept?.[purpose] !== false)
  } catch {
    return true
  }
}

/**
 * Calls `start` once: at the visitor's first interaction; or when the browser is idle, if the page has work to do then
 * (`idleWork`), the visitor has come back to it (its fields may be filled in), the address has a query, or the visitor is signed in and needs the account menu. Before that, an idle
 * browser fetches the scripts without running them.
 */
export function startLater(idleWork: boolean, start: () => void): void {
  const once = (event?: Event): void => {
    if (event && (isNavigation(event) || isWithoutMovement(event))) return
    for (const type of interactions) window.removeEventListener(type, once)
    start()
    start = () => undefined
  }
  // The visitor interacted before this script ran.
  if (hasKeptActions() || document.activeElement !== document.body || window.scrollY > 0) {
    start()
    return
  }
  for (const type of interactions) window.addEventListener(type, once, { passive: true })
  whenIdle(() => {
    if (idleWork || hasReturned() || window.location.search !== '' || local.get(keys.auth) !== undefined)
      return once()
    if (!savesData()) fetchScripts()
    // A session may exist although this browser's storage has no record of it.
    void isSignedIn().then((known) => {
      if (known) once()
    })
  })
}

/** Whether the document is shown once more: by Back or Forward, or by a reload. */
export function hasReturned(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'back_forward' || entry?.type === 'reload'
}

/** A press on a link to another page, which starts its own script: this page's would only delay it. */
function isNavigation({ type, target }: Event): boolean {
  if (type === 'keydown' || type === 'pointermove' || !(target instanceof Element)) return false
  const link = target.closest('a')
  return link !== null && link.href !== '' && !link.getAttribute('href')?.startsWith('#')
}

/** Browsers also fire pointermove for a pointer that rests where a new page appears. */
function isWithoutMovement(event: Event): boolean {
  return event.type === 'pointermove' && event instanceof PointerEvent && !event.movementX && !event.movementY
}

async function isSignedIn(): Promise<boolean> {
  try {
    return ((await askSession()) as { isAuthenticated?: boolean }).isAuthenticated === true
  } catch {
    return false
  }
}
