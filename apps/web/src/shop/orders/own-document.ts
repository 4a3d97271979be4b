import { useEffect } from 'react'
import { useConfig } from '../../lib/config.ts'
import { loadedFrom } from '../../lib/loaded-document.ts'
import { scriptAddress } from '../payment/stripe-script.ts'

/** Documents of these addresses admit the provider's script; the server's headers say the same. */
const admitting = /^\/(?:payment|checkout)(?:\/|$)/

/** True when a document that was loaded from `loaded` may not run the script at `script`: a foreign one, elsewhere. */
export function needsOwnDocument(script: string, loaded: string): boolean {
  const document = new URL(loaded)
  return new URL(script, document).origin !== document.origin && !admitting.test(document.pathname)
}

/**
 * Whoever walks to the payment inside the application still has the policy of the page they came from. With the
 * real provider the page therefore loads once as a document; what the navigation brought along survives that.
 * False until then.
 */
export function useOwnDocument(): boolean {
  const { stripeScriptUrl } = useConfig()
  const leaving = needsOwnDocument(scriptAddress(stripeScriptUrl), loadedFrom)
  useEffect(() => {
    if (leaving) window.location.reload()
  }, [leaving])
  return !leaving
}
