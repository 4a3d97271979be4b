import { build } from './dom.js'

/** The labeled inputs of one payment method, with their errors. */
export class FieldSet {
  panel = build('div', { class: 'panel' })
  #fields = []

  constructor(fields, handlers) {
    for (const field of fields) this.#add(field, handlers)
  }

  get empty() {
    return this.#fields.every(({ input }) => input.value === '')
  }

  get complete() {
    return this.#fields.every(({ field, input }) => !field.check(input.value))
  }

  values() {
    return Object.fromEntries(this.#fields.map(({ field, input }) => [field.name, input.value]))
  }

  fill(values) {
    for (const { field, input } of this.#fields) {
      input.value = field.write(values[field.name] ?? '')
      input.dispatchEvent(new Event('input'))
    }
  }

  clear() {
    this.fill({})
    for (const each of this.#fields) show(each, undefined)
  }

  focus() {
    this.#fields[0]?.input.focus()
  }

  setBusy(busy) {
    for (const { input } of this.#fields) input.disabled = busy
  }

  /** Shows all problems, focuses the first, and returns it as [code, message]. */
  validate() {
    let first
    for (const each of this.#fields) {
      const problem = each.field.check(each.input.value)
      show(each, problem)
      if (problem && !first) {
        first = problem
        each.input.focus()
      }
    }
    return first
  }

  #add(field, handlers) {
    const id = `field-${field.name}`
    const input = build('input', {
      id,
      class: 'Input',
      type: 'text',
      inputmode: 'numeric',
      autocomplete: field.autocomplete,
      placeholder: field.placeholder,
      spellcheck: 'false',
      'aria-describedby': `${id}-error`,
      'aria-required': 'true',
    })
    const error = build('p', { id: `${id}-error`, class: 'Error', 'aria-live': 'polite' })
    const each = { field, input, error }
    input.addEventListener('input', (event) => {
      input.value = field.write(input.value, event.inputType?.startsWith('delete'))
      if (error.textContent) show(each, field.check(input.value))
      handlers.changed()
    })
    input.addEventListener('focus', handlers.focused)
    input.addEventListener('blur', () => {
      if (input.value !== '') show(each, field.check(input.value))
      handlers.blurred()
    })
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') handlers.entered()
      if (event.key === 'Escape') handlers.escaped()
    })
    this.#fields.push(each)
    const label = build('label', { class: 'Label', for: id }, [field.label])
    this.panel.append(build('div', { class: field.half ? 'field half' : 'field' }, [label, input, error]))
  }
}

function show({ input, error }, problem) {
  error.textContent = problem?.[1] ?? ''
  input.classList.toggle('Input--invalid', problem !== undefined)
  input.setAttribute('aria-invalid', String(problem !== undefined))
}
