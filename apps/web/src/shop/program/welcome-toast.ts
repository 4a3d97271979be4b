import { createElement, useSyncExternalStore } from 'react'
import { notify } from '../../lib/notify.ts'

const toastId = 'payment-success'

let words = ''
const listeners = new Set<() => void>()

function Welcome() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => words,
  )
}

/**
 * Shows one welcome toast after a payment: the payment page first, then the verification with the program's name. A toast
 * with a known id is not shown twice, so the existing one renders the latest text.
 */
export function welcome(text: string): void {
  words = text
  for (const listener of listeners) listener()
  notify.success(createElement(Welcome), { toastId })
}
