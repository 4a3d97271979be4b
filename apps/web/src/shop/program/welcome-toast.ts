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
 * The one welcome after a payment: the payment page says it first, the verification fills in the program's name. A
 * message with a known id is not shown twice, so the one that is there, or on its way, always reads the newest words.
 */
export function welcome(text: string): void {
  words = text
  for (const listener of listeners) listener()
  notify.success(createElement(Welcome), { toastId })
}
