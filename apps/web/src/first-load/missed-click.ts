/**
 * A rendered page can be used before its script has loaded. Clicks on buttons, submitted forms, and input (early-input.ts)
 * are stored in order, and repeated once their area of the page is hydrated. Links need nothing: the browser follows them.
 */
export const areas = '[data-section], #root'

export type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** `at`: the index among the area's buttons. The area may be rendered again, with new elements, before its hydration. */
interface Press {
  button: HTMLButtonElement
  at: number
}
/** The state of a field after a change. */
export interface Entry {
  field: FormField
  at: number
  value: string
  checked: boolean
  selection: readonly [number | null, number | null] | undefined
}

/** The listener of the script in the document's head, with the buttons that it stored: see `earlyScript`. */
type EarlyListener = ((event: Event) => void) & { all: Element[] }

const actions = new Map<string, (Press | Entry)[]>()
const nameOf = (area: Element): string => (area as HTMLElement).dataset.section ?? area.id
const buttonsOf = (area: Element): HTMLButtonElement[] => [...area.querySelectorAll('button')]
export const fieldsOf = (area: ParentNode): FormField[] => [
  ...area.querySelectorAll<FormField>('input, textarea, select'),
]
const pressedAttribute = 'data-pressed'

/**
 * Stores clicks before the first script of the document has loaded. It is part of each rendered document's head, so it is
 * short. It sets the button's attribute, as `keep` does.
 */
export const earlyScript =
  'pressed=e=>{let b=(e.submitter||e.target).closest("button");b&&(pressed.all.push(b),b.dataset.pressed="",e.preventDefault())};pressed.all=[];["click","submit"].map(t=>addEventListener(t,pressed,!0))'

/** The stored actions of an area, in order; callers may add and remove some. */
export function actionsOf(area: Element): (Press | Entry)[] {
  const known = actions.get(nameOf(area)) ?? []
  actions.set(nameOf(area), known)
  return known
}

/** Whether actions are stored for any area. */
export function hasKeptActions(): boolean {
  return [...actions.values()].some((list) => list.length > 0)
}

/** Assigns the stored actions to the elements that replaced the original ones. */
export function assignToNewElements(area: Element): void {
  const [buttons, fields] = [buttonsOf(area), fieldsOf(area)]
  for (const action of actionsOf(area)) {
    if ('button' in action)
      action.button = (!action.button.isConnected && buttons[action.at]) || action.button
    else action.field = (!action.field.isConnected && fields[action.at]) || action.field
  }
}

/** True while stored actions are repeated: their events must not be stored again. */
let repeating = false
export function whileRepeating(work: () => void): void {
  repeating = true
  work()
  repeating = false
}

/** The element's area of the page, if that area is not hydrated yet. */
export function unhydratedArea(element: Element): Element | undefined {
  const area = repeating ? null : element.closest(areas)
  return area && !area.hasAttribute('data-hydrated') ? area : undefined
}

/** Called once, by the first script of the document, after `watchInput`: input before it has no known order. */
export function watchClicks(): void {
  document.addEventListener('click', keepClick, true)
  // The browser itself would submit the form and load the page again.
  document.addEventListener('submit', keepSubmit, true)
  const { pressed } = window as unknown as { pressed?: EarlyListener }
  if (!pressed) return
  window.removeEventListener('click', pressed, true)
  window.removeEventListener('submit', pressed, true)
  pressed.all.forEach(keep)
}

/** Called when the client's script cannot be loaded: buttons and forms work as without JavaScript. */
export function stopWatchingClicks(): void {
  document.removeEventListener('click', keepClick, true)
  document.removeEventListener('submit', keepSubmit, true)
  actions.clear()
  for (const button of document.querySelectorAll(`[${pressedAttribute}]`))
    button.removeAttribute(pressedAttribute)
}

/** Focuses and clicks the button, as the visitor did: elements that close when they lose the focus close. */
export function pressAgain(button: HTMLButtonElement): void {
  button.removeAttribute(pressedAttribute)
  button.focus({ preventScroll: true })
  whileRepeating(() => button.click())
}

function keepClick(event: MouseEvent): void {
  hold(event, event.target)
}

function keepSubmit(event: SubmitEvent): void {
  hold(event, event.submitter)
}

/** Stops the event: an area whose hydration ends now would handle it, too, and so act twice. */
function hold(event: Event, target: EventTarget | null): void {
  if (!(target instanceof Element) || !keep(target)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Stores a click on a button of an area that is not hydrated yet. Returns whether it was one. */
function keep(target: Element): boolean {
  const button = target.closest('button')
  const area = button && unhydratedArea(button)
  if (!area) return false
  actionsOf(area).push({ button, at: buttonsOf(area).indexOf(button) })
  // Shows that the click was registered: see base.css.
  button.setAttribute(pressedAttribute, '')
  return true
}
