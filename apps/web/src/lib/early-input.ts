import { areas, nameOf } from './missed-click.ts'

/**
 * A rendered page can be filled in before its script is there. The script would not hear of it, and the next change of
 * the page would set every field back to what was rendered. So what was typed and chosen is kept, and entered again at
 * the moment the part of the page answers.
 */
type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** By name and place: a part of the page may be drawn anew before it answers, with other elements. */
interface Entered {
  value: string
  checked: boolean
  selection: readonly [number | null, number | null] | undefined
}
const entered = new Map<string, Map<number, Entered>>()

const fieldsOf = (area: Element): FormField[] => [
  ...area.querySelectorAll<FormField>('input, textarea, select'),
]
const isChoice = (field: FormField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')

/** Called once, by the first script of the document. What was entered before it is found by its difference. */
export function watchInput(): void {
  document.addEventListener('input', note, true)
  document.addEventListener('change', note, true)
  for (const area of document.querySelectorAll(areas))
    for (const field of fieldsOf(area)) if (isChanged(field)) keep(field)
}

function note({ target }: Event): void {
  if (target instanceof Element && target.matches('input, textarea, select')) keep(target as FormField)
}

function isChanged(field: FormField): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return isChoice(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

function keep(field: FormField): void {
  const area = field.closest(areas)
  if (!area || area.hasAttribute('data-awake')) return
  const kept = entered.get(nameOf(area)) ?? new Map<number, Entered>()
  entered.set(nameOf(area), kept)
  // Of a group of radio buttons only the last choice counts.
  if (isChoice(field) && field.type === 'radio')
    for (const [index, other] of fieldsOf(area).entries()) if (other.name === field.name) kept.delete(index)
  kept.set(fieldsOf(area).indexOf(field), {
    value: field.value,
    checked: isChoice(field) && field.checked,
    selection: 'selectionStart' in field ? [field.selectionStart, field.selectionEnd] : undefined,
  })
}

/** Shows what was entered in a part that is drawn anew and does not answer yet. */
export function showEntered(area: Element): void {
  for (const [field, kept] of keptOf(area)) {
    if (isChoice(field)) field.checked = kept.checked
    else field.value = kept.value
  }
}

/**
 * Enters it again, so that the page hears of it as if it were typed now. Called when the part has just been hydrated,
 * before the browser can deliver another key.
 */
export function enterAgain(area: Element): void {
  for (const [field, kept] of keptOf(area)) {
    if (isChoice(field)) {
      if (kept.checked === field.defaultChecked) continue
      field.checked = field.defaultChecked
      field.click()
    } else {
      typeAgain(field, kept)
    }
  }
  entered.delete(nameOf(area))
}

function typeAgain(field: FormField, { value, selection }: Entered): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  if (value === field.defaultValue) return
  // React tells what is new by the setter of the element itself: it has seen the rendered text, and not this one.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const [start, end] = selection ?? [null, null]
  if (start !== null && document.activeElement === field) field.setSelectionRange(start, end)
}

function keptOf(area: Element): [FormField, Entered][] {
  const fields = fieldsOf(area)
  return [...(entered.get(nameOf(area)) ?? [])].flatMap(([index, kept]) => {
    const field = fields[index]
    return field ? [[field, kept] as [FormField, Entered]] : []
  })
}
