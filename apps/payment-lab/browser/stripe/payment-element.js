import { callApi, intentIdOf } from './api.js'
import { sheetsFor } from './appearance.js'
import { build } from './dom.js'
import { FieldSet } from './field-set.js'
import { bankFields, cardFields } from './fields.js'
import { labNote } from './lab-note.js'
import { tabList } from './tab-list.js'

const kinds = {
  card: { tab: 'Card', fields: cardFields },
  us_bank_account: { tab: 'Bank debit (test)', fields: bankFields },
}

/** What <PaymentElement> shows: tabs for the ways to pay, their fields, and the lab's hint. */
export class PaymentElementView {
  #needs
  #host
  #sets = new Map()
  type = 'card'

  constructor(needs) {
    this.#needs = needs
  }

  async mount(node) {
    this.#host = document.createElement('div')
    const root = this.#host.attachShadow({ mode: 'open' })
    this.restyle(this.#needs.options().appearance)
    root.append(build('div', { class: 'skeleton', role: 'status', 'aria-label': 'Loading payment form' }))
    node.append(this.#host)
    this.#needs.emit('loaderstart', {})
    const [types, methods] = await Promise.all([this.#allowedTypes(), this.#testMethods()])
    if (!types || !this.#host) return
    this.#draw(root, types, methods)
    this.#needs.emit('ready', {})
    this.#changed()
  }

  restyle(appearance) {
    if (this.#host) this.#host.shadowRoot.adoptedStyleSheets = sheetsFor(appearance)
  }

  /** Asks for the payment again, as fetchUpdates() does. */
  async refresh() {
    await this.#allowedTypes()
  }

  unmount() {
    this.#host?.remove()
    this.#host = undefined
  }

  focus() {
    this.#sets.get(this.type)?.focus()
  }

  blur() {
    this.#host?.shadowRoot.activeElement?.blur()
  }

  clear() {
    for (const set of this.#sets.values()) set.clear()
    this.#changed()
  }

  setBusy(busy) {
    for (const set of this.#sets.values()) set.setBusy(busy)
  }

  /** Shows the errors and focuses the first invalid field; returns undefined if all fields are valid. */
  validate() {
    const set = this.#sets.get(this.type)
    const problem = set
      ? set.validate()
      : ['element_not_ready', 'The payment form is still loading. Please try again.']
    if (!problem) return undefined
    return { type: 'validation_error', code: problem[0], message: problem[1] }
  }

  /** The parameters of a payment method; billing details come from the page. */
  paymentMethodData(given) {
    const values = this.#sets.get(this.type)?.values() ?? {}
    const billing = given?.billing_details ? { billing_details: given.billing_details } : {}
    if (this.type === 'us_bank_account') return { type: this.type, us_bank_account: values, ...billing }
    const [month, year] = values.expiry.split(' / ')
    const card = {
      number: values.number.replaceAll(' ', ''),
      exp_month: Number(month),
      exp_year: Number(year),
    }
    return { type: 'card', card: { ...card, cvc: values.cvc }, ...billing }
  }

  async #allowedTypes() {
    const { clientSecret } = this.#needs.options()
    if (!clientSecret) return Object.keys(kinds)
    const path = `v1/payment_intents/${intentIdOf(clientSecret)}`
    const answer = await callApi(this.#needs, 'GET', path, { client_secret: clientSecret })
    if (answer.error) {
      this.#needs.emit('loaderror', { error: answer.error })
      return undefined
    }
    return answer.payment_method_types.filter((type) => type in kinds)
  }

  async #testMethods() {
    try {
      const answer = await fetch(new URL('test-methods.json', this.#needs.base))
      return answer.ok ? await answer.json() : []
    } catch {
      return []
    }
  }

  #draw(root, types, methods) {
    const panels = types.map((type) => {
      const set = new FieldSet(kinds[type].fields, {
        changed: () => this.#changed(),
        focused: () => this.#needs.emit('focus', {}),
        blurred: () => this.#needs.emit('blur', {}),
        escaped: () => this.#needs.emit('escape', {}),
        entered: () => this.#host?.closest('form')?.requestSubmit(),
      })
      this.#sets.set(type, set)
      if (type === 'us_bank_account') {
        set.panel.append(
          build('p', { class: 'terms' }, ['A bank debit takes a while: it is processing first.']),
        )
      }
      return set.panel
    })
    const choose = (type) => {
      this.type = type
      for (const [each, set] of this.#sets) set.panel.hidden = each !== type
      this.#changed()
    }
    this.type = types[0]
    const tabs =
      types.length > 1
        ? [
            tabList(
              types.map((type, index) => ({ type, label: kinds[type].tab, panel: panels[index] })),
              choose,
            ),
          ]
        : []
    for (const [each, set] of this.#sets) set.panel.hidden = each !== this.type
    const note = labNote(methods, (method) => {
      root.querySelector(`[data-type="${method.type}"]`)?.click()
      this.#sets.get(method.type)?.fill(sampleOf(method))
    })
    root.replaceChildren(...tabs, ...panels, note)
  }

  #changed() {
    const set = this.#sets.get(this.type)
    if (!set) return
    const state = { empty: set.empty, complete: set.complete, collapsed: false, value: { type: this.type } }
    this.#needs.emit('change', state)
  }
}

/** Everything a test method's fields need to be complete. */
function sampleOf(method) {
  if (method.type === 'us_bank_account') return { routing_number: '110000000', account_number: method.number }
  const year = String(new Date().getFullYear() + 4).slice(-2)
  return { number: method.number, expiry: `12${year}`, cvc: '123' }
}
