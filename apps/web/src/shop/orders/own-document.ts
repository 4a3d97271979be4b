import { useEffect } from 'react'
import { useConfig } from '../../lib/config.ts'
import { loadedFrom } from '../../lib/loaded-document.ts'
import { scriptAddress } from '../payment/stripe-script.ts'

/** The content security policy of documents at these paths allows the payment provider's script. */
const paymentPaths = /^\/(?:payment|checkout)(?:\/|$)/

/** Whether a document that was loaded from `loaded` may not run the script: it is from another origin, and the path is not one of the payment. */
export function needsOwnDocument(script: string, loaded: string): boolean {
  const document = new URL(loaded)
  return new URL(script, document).origin !== document.origin && !paymentPaths.test(document.pathname)
}

/**
 * After a navigation within the client, the document still has the content security policy of its first page. With the
 * real payment provider the payment page is therefore reloaded once; the navigation state survives this.
 * @returns false until the page has its own document
 */
export function useOwnDocument(): boolean {
  const { stripeScriptUrl } = useConfig()
  const reloading = needsOwnDocument(scriptAddress(stripeScriptUrl), loadedFrom)
  useEffect(() => {
    if (reloading) window.location.reload()
  }, [reloading])
  return !reloading
}
