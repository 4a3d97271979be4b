import type { Stripe } from '@stripe/stripe-js'
import { longestWait } from './use-long-wait.ts'

/** The address of Stripe's script, if none is configured. */
const PROVIDER = 'https://js.stripe.com/endive/stripe.js'

/** The configured address of the script; Stripe's own if the configuration could not be loaded. */
export function scriptAddress(configured: string): string {
  return configured || PROVIDER
}

let loading: Promise<void> | undefined

/**
 * Stripe's client for a publishable key. The script's address is configurable, so that a simulator can replace it. The
 * script is loaded once; after a failure the next call tries again.
 * @throws Error with a message for the customer if the script cannot be loaded
 */
export async function stripeClient(publishableKey: string, address: string): Promise<Stripe> {
  if (!window.Stripe) {
    loading ??= load(scriptAddress(address))
    await loading
  }
  if (!window.Stripe) throw new Error(unreachable)
  return window.Stripe(publishableKey)
}

const unreachable = 'The payment form could not be loaded. Please check your connection and try again.'

function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    const fail = () => {
      loading = undefined
      script.remove()
      reject(new Error(unreachable))
    }
    const timer = window.setTimeout(fail, longestWait)
    script.onload = () => {
      window.clearTimeout(timer)
      resolve()
    }
    script.onerror = () => {
      window.clearTimeout(timer)
      fail()
    }
    document.head.append(script)
  })
}
