import {
  actionsOf,
  areas,
  assignToNewElements,
  type Entry,
  type FormField,
  fieldsOf,
  pressAgain,
  unhydratedArea,
  whileRepeating,
} from './missed-click.ts'
import { hasReturned } from './start-later.ts'

/**
 * Input that the visitor types or chooses before React has hydrated the page. React receives no events for it, and its
 * next render would reset the fields. So it is stored and repeated, in order with the clicks of missed-click.ts, once the
 * area of the page is hydrated.
 */
const isChoice = (field: FormField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')

/** When the first input came, in milliseconds since the document's start; undefined without input. */
let since: number | undefined

/**
 * Called once, by the first script of the document. Earlier input is found by comparing fields with their defaults, and
 * counts as entered at the document's start.
 */
export function watchInput(): void {
  document.addEventListener('input', note, true)
  document.addEventListener('change', note, true)
  window.addEventListener('pageshow', takeRestored)
  for (const area of document.querySelectorAll(areas))
    for (const field of fieldsOf(area)) if (isChanged(field)) keep(field, 0)
}

/**
 * After Back or a reload the browser fills in fields as they were left, without an event. React would not know of them:
 * they are entered again. A page from the back/forward cache still has its state.
 */
function takeRestored({ persisted }: PageTransitionEvent): void {
  if (persisted || !hasReturned()) return
  for (const field of fieldsOf(document))
    if (isChanged(field) && !entered.has(field)) {
      if (unhydratedArea(field)) keep(field, 0)
      else enterOnce(entryOf(field))
    }
}

/** Whether an input event was seen. React sets a field's default to the typed text, so comparing does not suffice. */
let hasInputEvent = false

/** Whether something was entered in this document, before or after its script loaded. */
export const isAnythingEntered = (): boolean => hasInputEvent || fieldsOf(document).some(isChanged)

/** When the visitor began to fill in the page's fields, in milliseconds since the document's start. */
export function fillingSince(): number {
  return since ?? performance.now()
}

function note({ target, timeStamp }: Event): void {
  if (!(target instanceof Element) || !target.matches('input, textarea, select')) return
  hasInputEvent = true
  keep(target as FormField, timeStamp)
}

function isChanged(field: FormField): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return isChoice(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

function keep(field: FormField, at: number): void {
  const area = unhydratedArea(field)
  if (!area) return
  since ??= at
  const actions = actionsOf(area)
  // Between two clicks on buttons only the last value of a field counts, and only the last choice of a radio group.
  const sincePress = actions.findLastIndex((action) => 'button' in action) + 1
  const kept = actions
    .splice(sincePress)
    .filter((action) => !('field' in action && isReplacedBy(action.field, field)))
  actions.push(...kept, { ...entryOf(field), at: fieldsOf(area).indexOf(field) })
}

const entryOf = (field: FormField): Entry => ({
  field,
  at: -1,
  value: field.value,
  checked: isChoice(field) && field.checked,
  selection: 'selectionStart' in field ? [field.selectionStart, field.selectionEnd] : undefined,
})

function isReplacedBy(before: FormField, field: FormField): boolean {
  return before === field || (field.type === 'radio' && before.type === 'radio' && before.name === field.name)
}

/** Shows the stored input in an area that was rendered again and is not hydrated yet. */
export function showEntered(area: Element): void {
  assignToNewElements(area)
  for (const action of actionsOf(area)) {
    if ('button' in action) continue
    if (isChoice(action.field)) action.field.checked = action.checked
    else action.field.value = action.value
  }
}

/**
 * Repeats the input before the first click, so that React receives its events. Called directly after the area's
 * hydration, before the browser can deliver another key.
 */
export function repeatInput(area: Element): void {
  assignToNewElements(area)
  const actions = actionsOf(area)
  for (let [action] = actions; action && 'field' in action; [action] = actions) {
    actions.shift()
    enterOnce(action)
  }
}

/** Repeats the remaining actions in order and marks the area as hydrated: from then on nothing is stored for it. */
export function repeatActions(area: Element): void {
  // In a task after React's effects: during its own work React cannot hydrate a Suspense boundary that is still waiting.
  setTimeout(() => void repeat(area))
}

/** In one task: React renders between the actions, in microtasks, but no key or click of the visitor comes between them. */
async function repeat(area: Element): Promise<void> {
  const focused = document.activeElement
  let pressed: HTMLButtonElement | undefined
  const actions = actionsOf(area)
  for (let action = actions.shift(); action; action = actions.shift()) {
    if ('field' in action) {
      enterOnce(action)
    } else {
      pressed = action.button
      pressAgain(pressed)
    }
    await undefined
  }
  area.setAttribute('data-hydrated', '')
  // If the clicked button still has the focus (and not a dialog), the focus returns to where the visitor had moved it.
  if (pressed && document.activeElement === pressed && focused instanceof HTMLElement && focused.isConnected)
    focused.focus({ preventScroll: true })
}

const enterOnce = (entry: Entry): void => whileRepeating(() => enter(entry))
const entered = new WeakSet<FormField>()

function enter({ field, value, checked, selection }: Entry): void {
  const isFirst = !entered.has(field)
  entered.add(field)
  if (isChoice(field)) {
    if ((isFirst && checked === field.defaultChecked) || (field.type === 'radio' && !checked)) return
    field.checked = !checked
    field.click()
    return
  }
  if (field instanceof HTMLSelectElement) {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  if (isFirst && value === field.defaultValue) return
  // React's own setter on the element tracks the last value. Setting another value through it, and the new one through the
  // prototype's setter, makes React treat the event as a change.
  field.value = value === '' ? ' ' : ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const [start, end] = selection ?? [null, null]
  if (start !== null && document.activeElement === field) field.setSelectionRange(start, end)
}
