// Replaces https://js.stripe.com/v3: defines window.Stripe with the interface that react-stripe-js uses.
// A classic script, because pages load Stripe.js as one; the rest are modules.
;(() => {
  const here = document.currentScript.src
  // A browser remembers that a module failed to load, so another address is tried the next time.
  let failures = 0
  const load = async (name) => {
    try {
      return await import(new URL(`./stripe/${name}.js${failures > 0 ? `?${failures}` : ''}`, here).href)
    } catch (error) {
      failures += 1
      throw error
    }
  }
  const base = new URL('./', here)

  function makeElements(options) {
    const group = { options: { ...options }, elements: new Map() }
    const surface = {
      create(type, elementOptions) {
        if (type !== 'payment') throw new Error(`The payment lab draws no "${type}" element, only "payment".`)
        const layout = elementOptions?.layout?.type ?? elementOptions?.layout
        if (layout !== 'tabs')
          throw new Error(`The payment lab draws its element in the layout "tabs", not in "${layout}".`)
        if (group.elements.has(type)) throw new Error(`Can only create one Element of type ${type}.`)
        const element = makeElement(type, elementOptions)
        group.elements.set(type, element)
        return element.surface
      },
      getElement(type) {
        const name = typeof type === 'string' ? type : 'payment'
        return group.elements.get(name)?.surface ?? null
      },
      update(changes) {
        Object.assign(group.options, changes)
        for (const element of group.elements.values()) element.view?.restyle(group.options.appearance)
      },
      async fetchUpdates() {
        for (const element of group.elements.values()) await element.view?.refresh()
        return {}
      },
      async submit() {
        const element = group.elements.get('payment')
        if (!element) throw new Error('elements.submit() needs a mounted payment element.')
        const view = await element.ready
        const error = view.validate()
        return error ? { error } : { selectedPaymentMethod: view.type }
      },
    }

    function makeElement(type, elementOptions) {
      const listeners = new Map()
      const emit = (event, detail) => {
        for (const listener of [...(listeners.get(event) ?? [])]) listener({ elementType: type, ...detail })
      }
      const element = { view: undefined, ready: undefined, emit, surface: undefined }
      let mounts = 0
      element.surface = {
        on(event, listener) {
          listeners.set(event, [...(listeners.get(event) ?? []), listener])
          return element.surface
        },
        once(event, listener) {
          const once = (detail) => {
            element.surface.off(event, once)
            listener(detail)
          }
          return element.surface.on(event, once)
        },
        off(event, listener) {
          const left = listener ? (listeners.get(event) ?? []).filter((each) => each !== listener) : []
          listeners.set(event, left)
          return element.surface
        },
        mount(target) {
          const node = typeof target === 'string' ? document.querySelector(target) : target
          if (!node) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`)
          mounts += 1
          const mine = mounts
          element.ready = load('payment-element').then(async ({ PaymentElementView }) => {
            const view = new PaymentElementView({ emit, base, key: group.key, options: () => group.options })
            if (mine !== mounts) return view
            element.view = view
            await view.mount(node)
            return view
          })
          element.ready.catch((error) => {
            emit('loaderror', { error: { type: 'api_connection_error', message: error.message } })
          })
        },
        update(changes) {
          Object.assign(elementOptions ?? {}, changes)
        },
        unmount() {
          mounts += 1
          element.view?.unmount()
          element.view = undefined
        },
        destroy() {
          element.surface.unmount()
          listeners.clear()
          group.elements.delete(type)
        },
        focus: () => element.view?.focus(),
        blur: () => element.view?.blur(),
        clear: () => element.view?.clear(),
        collapse: () => undefined,
      }
      return element
    }
    return { surface, group }
  }

  function Stripe(key, stripeOptions) {
    if (typeof key !== 'string' || !key.startsWith('pk_test_')) {
      throw new Error('The payment lab takes a publishable key that begins with pk_test_.')
    }
    const groups = new WeakMap()
    const call = (name) => async (argument, more) => {
      const actions = await load('payments')
      return actions[name]({ key, base, groups }, argument, more)
    }
    return {
      _apiKey: key,
      _registerWrapper: () => undefined,
      registerAppInfo: () => undefined,
      elements(options = {}) {
        const { surface, group } = makeElements({ locale: stripeOptions?.locale, ...options })
        group.key = key
        groups.set(surface, group)
        return surface
      },
      confirmPayment: call('confirmPayment'),
      confirmCardPayment: call('confirmCardPayment'),
      handleNextAction: call('handleNextAction'),
      retrievePaymentIntent: call('retrievePaymentIntent'),
      createPaymentMethod: call('createPaymentMethod'),
      createToken: call('createToken'),
    }
  }
  Stripe.version = 'payment-lab'
  window.Stripe = Stripe
})()
