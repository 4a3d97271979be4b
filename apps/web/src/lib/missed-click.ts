/**
 * A rendered page can be clicked before its script is there. The last such click on a button, or try to send a form,
 * is kept, and repeated once the part of the page that the button belongs to answers. Links need no help: the browser
 * follows them.
 */
export const areas = '[data-section], #root'

/** By name and place: a part of the page may be drawn anew before it answers, with other elements. */
interface Missed {
  area: string
  button: number
}
let missed: Missed | undefined

/** What the script in the document's head leaves behind, see `earlyScript`. */
type Heard = ((event: Event) => void) & { button?: Element }

export const nameOf = (area: Element): string => (area as HTMLElement).dataset.section ?? area.id
const buttonsOf = (area: Element): HTMLButtonElement[] => [...area.querySelectorAll('button')]
const heardMark = 'data-heard'

/**
 * Keeps what is pressed before even the first script of the document is there. It stands in the head of each rendered
 * document, so it is short: it marks the button, as `keep` does.
 */
export const earlyScript =
  'heard=e=>{let b=(e.submitter||e.target).closest("button");b&&(heard.button=b,b.dataset.heard="",e.preventDefault())};["click","submit"].map(t=>addEventListener(t,heard,!0))'

/** Called once, by the first script of the document. */
export function watchClicks(): void {
  document.addEventListener('click', hearClick, true)
  // The browser would send the form itself, with everything typed, and load the page again.
  document.addEventListener('submit', hearSubmit, true)
  const { heard } = window as unknown as { heard?: Heard }
  if (!heard) return
  window.removeEventListener('click', heard, true)
  window.removeEventListener('submit', heard, true)
  if (heard.button) keep(heard.button)
}

/** The rest of the script does not come: buttons and forms do what they do without one. */
export function stopWatchingClicks(): void {
  document.removeEventListener('click', hearClick, true)
  document.removeEventListener('submit', hearSubmit, true)
  forget()
}

function hearClick(event: MouseEvent): void {
  hold(event, event.target)
}

function hearSubmit(event: SubmitEvent): void {
  hold(event, event.submitter)
}

/** Nobody else hears of it now: a part that is just about to answer would do the same thing twice. */
function hold(event: Event, target: EventTarget | null): void {
  if (!keep(target)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Whether the button belongs to a part that does not answer yet. */
function keep(target: EventTarget | null): boolean {
  const button = target instanceof Element ? target.closest('button') : null
  const area = button?.closest(areas)
  if (!button || !area || area.hasAttribute('data-awake')) return false
  forget()
  missed = { area: nameOf(area), button: buttonsOf(area).indexOf(button) }
  // Shows that the press was noticed: see base.css.
  button.setAttribute(heardMark, '')
  return true
}

function forget(): void {
  missed = undefined
  for (const button of document.querySelectorAll(`[${heardMark}]`)) button.removeAttribute(heardMark)
}

/** Says that the buttons of this part of the page answer from now on, and repeats the click that came too early. */
export function wake(area: Element): void {
  area.setAttribute('data-awake', '')
  if (missed?.area !== nameOf(area)) return
  const { button } = missed
  forget()
  // Not from within React's own work: it has no hands free to make a part answer that waits behind a boundary.
  setTimeout(() => buttonsOf(area)[button]?.click())
}
