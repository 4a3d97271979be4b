import { badParameter, missingParameter } from './stripe-error.ts'

/** Form values after bracket parsing: text, lists and nested maps. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue } | undefined

/** Reads the parameters of a request, with Stripe's rules and error messages. */
export class Parameters {
  readonly #values: Record<string, FormValue>
  readonly #path: string

  constructor(values: Record<string, FormValue>, path = '') {
    this.#values = values
    this.#path = path
  }

  /** @throws StripeFault for a parameter that is not in the list. */
  only(...names: string[]): void {
    for (const name of Object.keys(this.#values)) {
      if (!names.includes(name) && name !== 'expand') {
        throw badParameter(
          'parameter_unknown',
          this.#name(name),
          `Received unknown parameter: ${this.#name(name)}`,
        )
      }
    }
  }

  /** Only the parameters in the list. */
  among(names: readonly string[]): Parameters {
    const kept = Object.entries(this.#values).filter(([name]) => names.includes(name))
    return new Parameters(Object.fromEntries(kept), this.#path)
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined
  }

  /** Text, or null when absent or empty (an empty value unsets, as at Stripe). */
  text(name: string, longest = Number.POSITIVE_INFINITY): string | null {
    const value = this.#values[name]
    if (value === undefined || value === '') return null
    if (typeof value !== 'string')
      throw badParameter('', this.#name(name), `Invalid string: ${this.#name(name)}`)
    if (value.length > longest)
      throw badParameter('', this.#name(name), `Invalid string: it must be at most ${longest} characters.`)
    return value
  }

  requiredText(name: string): string {
    const value = this.text(name)
    if (value === null) throw missingParameter(this.#name(name))
    return value
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
    const value = this.text(name)
    if (value === null) return null
    const choice = choices.find((each) => each === value)
    if (choice) return choice
    throw badParameter(
      '',
      this.#name(name),
      `Invalid ${this.#name(name)}: must be one of ${choices.join(', ')}`,
    )
  }

  integer(name: string): number | null {
    const value = this.text(name)
    if (value === null) return null
    const number = Number(value)
    if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
      throw badParameter('parameter_invalid_integer', this.#name(name), `Invalid integer: ${value}`)
    }
    return number
  }

  requiredInteger(name: string): number {
    const value = this.integer(name)
    if (value === null) throw missingParameter(this.#name(name))
    return value
  }

  flag(name: string): boolean {
    const value = this.text(name)
    if (value === null || value === 'false') return false
    if (value === 'true') return true
    throw badParameter('', this.#name(name), `Invalid boolean: ${value}`)
  }

  /** The map under `name`, empty when absent. */
  map(name: string): Parameters {
    const value = this.#values[name]
    if (value === undefined || value === '') return new Parameters({}, this.#name(name))
    if (typeof value === 'string' || Array.isArray(value)) {
      throw badParameter('parameter_invalid_object', this.#name(name), 'Invalid object')
    }
    return new Parameters(value, this.#name(name))
  }

  /** The list of maps under `name`, empty when absent. */
  maps(name: string): Parameters[] {
    return this.#list(name).map((value, index) => {
      const path = `${this.#name(name)}[${index}]`
      if (typeof value !== 'object' || Array.isArray(value)) {
        throw badParameter('parameter_invalid_object', path, 'Invalid object')
      }
      return new Parameters(value, path)
    })
  }

  texts(name: string): string[] {
    return this.#list(name).map((value) => {
      if (typeof value !== 'string')
        throw badParameter('', this.#name(name), `Invalid string: ${this.#name(name)}`)
      return value
    })
  }

  /** Metadata merged into the existing: an empty value removes its key, an empty map removes all. */
  metadata(before: Record<string, string> = {}): Record<string, string> {
    if (this.#values.metadata === '') return {}
    const after = { ...before }
    const given = this.map('metadata')
    for (const key of given.names()) {
      const value = given.text(key)
      if (key.length > 40)
        throw badParameter('', 'metadata', 'Metadata keys must be under 40 characters long.')
      if (/[[\]]/.test(key))
        throw badParameter('', 'metadata', 'Metadata keys cannot contain square brackets.')
      if (value === null) delete after[key]
      else if (value.length > 500) {
        throw badParameter('', `metadata[${key}]`, 'Metadata values can have up to 500 characters.')
      } else after[key] = value
    }
    if (Object.keys(after).length > 50)
      throw badParameter('', 'metadata', 'An object can have up to 50 keys of metadata.')
    return after
  }

  names(): string[] {
    return Object.keys(this.#values)
  }

  #list(name: string): FormValue[] {
    const value = this.#values[name]
    if (value === undefined || value === '') return []
    if (Array.isArray(value)) return value
    if (typeof value === 'object') return Object.values(value)
    throw badParameter('', this.#name(name), 'Invalid array')
  }

  #name(name: string): string {
    return this.#path ? `${this.#path}[${name}]` : name
  }
}
