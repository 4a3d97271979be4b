import type { Stripe } from '@stripe/stripe-js'
import { longestWait } from './use-long-wait.ts'

/** Where the provider's script is when the configuration does not say. */
const PROVIDER = 'https://js.stripe.com/endive/stripe.js'

/** The script's address as configured; the provider's own where the configuration could not be had. */
export function scriptAddress(configured: string): string {
  return configured || PROVIDER
}

let loading: Promise<void> | undefined

/**
 * The provider's client for a publishable key. The script's address is configuration, so that a stand-in
 * can take its place; it is loaded once, and a failed load may be tried again.
 * @throws Error with a sentence for the customer when the script cannot be had.
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
    const giveUp = () => {
      loading = undefined
      script.remove()
      reject(new Error(unreachable))
    }
    const timer = window.setTimeout(giveUp, longestWait)
    script.onload = () => {
      window.clearTimeout(timer)
      resolve()
    }
    script.onerror = () => {
      window.clearTimeout(timer)
      giveUp()
    }
    document.head.append(script)
  })
}
