import {
  actsOf,
  areas,
  type Entry,
  type FormField,
  fieldsOf,
  pressAgain,
  sleepingArea,
  toDrawnAnew,
  whileRepeating,
} from './missed-click.ts'

/**
 * What is typed and chosen before the script is there. The script would not hear of it, and the next change of the page
 * would set every field back to what was rendered. So it is kept, and entered again, in its order with the presses of
 * missed-click.ts, when the part of the page answers.
 */
const isChoice = (field: FormField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')

/** When the first of it came, in milliseconds of the document; undefined where nothing did. */
let since: number | undefined

/**
 * Called once, by the first script of the document. What was entered before it is found by its difference, and counts as
 * entered since the document began.
 */
export function watchInput(): void {
  document.addEventListener('input', note, true)
  document.addEventListener('change', note, true)
  for (const area of document.querySelectorAll(areas))
    for (const field of fieldsOf(area)) if (isChanged(field)) keep(field, 0)
}

/** Whether an event has told of an entry. React makes what is typed a field's default: comparing tells no more then. */
let told = false

/** Whether something was entered in this document, before or after its script came. */
export const isAnythingEntered = (): boolean => told || fieldsOf(document).some(isChanged)

/** Since when somebody fills in what is being filled in now. */
export function fillingSince(): number {
  return since ?? performance.now()
}

function note({ target, timeStamp }: Event): void {
  if (!(target instanceof Element) || !target.matches('input, textarea, select')) return
  told = true
  keep(target as FormField, timeStamp)
}

function isChanged(field: FormField): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return isChoice(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

function keep(field: FormField, at: number): void {
  const area = sleepingArea(field)
  if (!area) return
  since ??= at
  const acts = actsOf(area)
  // Until a button is pressed only the last value counts, and of a group of radio buttons only the last choice.
  const sincePress = acts.findLastIndex((act) => 'button' in act) + 1
  const kept = acts.splice(sincePress).filter((act) => !('field' in act && isReplacedBy(act.field, field)))
  acts.push(...kept, {
    field,
    at: fieldsOf(area).indexOf(field),
    value: field.value,
    checked: isChoice(field) && field.checked,
    selection: 'selectionStart' in field ? [field.selectionStart, field.selectionEnd] : undefined,
  })
}

function isReplacedBy(before: FormField, field: FormField): boolean {
  return before === field || (field.type === 'radio' && before.type === 'radio' && before.name === field.name)
}

/** Shows what was entered in a part that is drawn anew and does not answer yet. */
export function showEntered(area: Element): void {
  toDrawnAnew(area)
  for (const act of actsOf(area)) {
    if ('button' in act) continue
    if (isChoice(act.field)) act.field.checked = act.checked
    else act.field.value = act.value
  }
}

/**
 * Enters what came before the first press, so that the page hears of it as if it were typed now. Called when the part
 * has just been hydrated, before the browser can deliver another key.
 */
export function enterAgain(area: Element): void {
  toDrawnAnew(area)
  const acts = actsOf(area)
  for (let [act] = acts; act && 'field' in act; [act] = acts) {
    acts.shift()
    enterOnce(act)
  }
}

/** Repeats the rest in its order; from then on the fields and buttons of this part of the page answer themselves. */
export function wake(area: Element): void {
  // Not from within React's own work: it has no hands free to make a part answer that waits behind a boundary.
  setTimeout(() => void repeat(area))
}

/** In one task: between the acts React draws, in its microtasks, but no key and no click of the visitor comes in. */
async function repeat(area: Element): Promise<void> {
  const focused = document.activeElement
  let pressed: HTMLButtonElement | undefined
  const acts = actsOf(area)
  for (let act = acts.shift(); act; act = acts.shift()) {
    if ('field' in act) {
      enterOnce(act)
    } else {
      pressed = act.button
      pressAgain(pressed)
    }
    await undefined
  }
  area.setAttribute('data-awake', '')
  // Nothing else took the focus, such as a dialog: it is where the visitor has gone since.
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
  // React tells what is new by the setter of the element itself: it has seen the rendered text, and not this one.
  field.value = value === '' ? ' ' : ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const [start, end] = selection ?? [null, null]
  if (start !== null && document.activeElement === field) field.setSelectionRange(start, end)
}
