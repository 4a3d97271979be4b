/**
 * A rendered page can be clicked before its script is there. The last such click on a button, or try to send a form,
 * is kept, and repeated once the part of the page that the button belongs to answers. Links need no help: the browser
 * follows them.
 */
const areas = '[data-section], #root'

/** By name and place: a part of the page may be drawn anew before it answers, with other elements. */
interface Missed {
  area: string
  button: number
}
let missed: Missed | undefined

const nameOf = (area: Element): string => (area as HTMLElement).dataset.section ?? area.id
const buttonsOf = (area: Element): HTMLButtonElement[] => [...area.querySelectorAll('button')]

/** Called once, by the first script of the document. */
export function watchClicks(): void {
  document.addEventListener('click', (event) => hold(event, event.target), true)
  // The browser would send the form itself, with everything typed, and load the page again.
  document.addEventListener('submit', (event) => hold(event, event.submitter), true)
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
  missed = { area: nameOf(area), button: buttonsOf(area).indexOf(button) }
  return true
}

/** Says that the buttons of this part of the page answer from now on, and repeats the click that came too early. */
export function wake(area: Element): void {
  area.setAttribute('data-awake', '')
  if (missed?.area !== nameOf(area)) return
  const { button } = missed
  missed = undefined
  // Not from within React's own work: it has no hands free to make a part answer that waits behind a boundary.
  setTimeout(() => buttonsOf(area)[button]?.click())
}
