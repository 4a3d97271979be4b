/**
 * A rendered page can be used before its script is there. Every click on a button, every try to send a form, and what
 * is typed and chosen (early-input.ts), is kept in its order, and repeated once the part of the page that it belongs to
 * answers. Links need no help: the browser follows them.
 */
export const areas = '[data-section], #root'

export type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** `at`: the place among the elements of its kind. The part may be drawn anew before it answers, with other elements. */
interface Press {
  button: HTMLButtonElement
  at: number
}
/** What a field held after it was changed. */
export interface Entry {
  field: FormField
  at: number
  value: string
  checked: boolean
  selection: readonly [number | null, number | null] | undefined
}

/** What the script in the document's head leaves behind, see `earlyScript`. */
type Heard = ((event: Event) => void) & { all: Element[] }

const acts = new Map<string, (Press | Entry)[]>()
const nameOf = (area: Element): string => (area as HTMLElement).dataset.section ?? area.id
const buttonsOf = (area: Element): HTMLButtonElement[] => [...area.querySelectorAll('button')]
export const fieldsOf = (area: ParentNode): FormField[] => [
  ...area.querySelectorAll<FormField>('input, textarea, select'),
]
const heardMark = 'data-heard'

/**
 * Keeps what is pressed before even the first script of the document is there. It stands in the head of each rendered
 * document, so it is short: it marks the button, as `keep` does.
 */
export const earlyScript =
  'heard=e=>{let b=(e.submitter||e.target).closest("button");b&&(heard.all.push(b),b.dataset.heard="",e.preventDefault())};heard.all=[];["click","submit"].map(t=>addEventListener(t,heard,!0))'

/** What happened in this part of the page so far, in its order; more may be added. */
export function actsOf(area: Element): (Press | Entry)[] {
  const known = acts.get(nameOf(area)) ?? []
  acts.set(nameOf(area), known)
  return known
}

/** Whether anything happened before the page answers. */
export function somethingKept(): boolean {
  return [...acts.values()].some((list) => list.length > 0)
}

/** Gives what happened to the elements that were drawn in place of those it happened to. */
export function toDrawnAnew(area: Element): void {
  const [buttons, fields] = [buttonsOf(area), fieldsOf(area)]
  for (const act of actsOf(area)) {
    if ('button' in act) act.button = (!act.button.isConnected && buttons[act.at]) || act.button
    else act.field = (!act.field.isConnected && fields[act.at]) || act.field
  }
}

/** True while what was kept is done again: it is not to be kept once more. */
let repeating = false
export function whileRepeating(work: () => void): void {
  repeating = true
  work()
  repeating = false
}

/** The part of the page that the element belongs to, if that part does not answer yet. */
export function sleepingArea(element: Element): Element | undefined {
  const area = repeating ? null : element.closest(areas)
  return area && !area.hasAttribute('data-awake') ? area : undefined
}

/** Called once, by the first script of the document, after `watchInput`: what was typed before it has no known order. */
export function watchClicks(): void {
  document.addEventListener('click', hearClick, true)
  // The browser would send the form itself, with everything typed, and load the page again.
  document.addEventListener('submit', hearSubmit, true)
  const { heard } = window as unknown as { heard?: Heard }
  if (!heard) return
  window.removeEventListener('click', heard, true)
  window.removeEventListener('submit', heard, true)
  heard.all.forEach(keep)
}

/** The rest of the script does not come: buttons and forms do what they do without one. */
export function stopWatchingClicks(): void {
  document.removeEventListener('click', hearClick, true)
  document.removeEventListener('submit', hearSubmit, true)
  acts.clear()
  for (const button of document.querySelectorAll(`[${heardMark}]`)) button.removeAttribute(heardMark)
}

/** As the visitor did: it takes the focus, so that what closes without it closes. */
export function pressAgain(button: HTMLButtonElement): void {
  button.removeAttribute(heardMark)
  button.focus({ preventScroll: true })
  whileRepeating(() => button.click())
}

function hearClick(event: MouseEvent): void {
  hold(event, event.target)
}

function hearSubmit(event: SubmitEvent): void {
  hold(event, event.submitter)
}

/** Nobody else hears of it now: a part that is just about to answer would do the same thing twice. */
function hold(event: Event, target: EventTarget | null): void {
  if (!(target instanceof Element) || !keep(target)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Whether it is a button of a part that does not answer yet. */
function keep(target: Element): boolean {
  const button = target.closest('button')
  const area = button && sleepingArea(button)
  if (!area) return false
  actsOf(area).push({ button, at: buttonsOf(area).indexOf(button) })
  // Shows that the press was noticed: see base.css.
  button.setAttribute(heardMark, '')
  return true
}
