import { useSyncExternalStore } from 'react'
import type { Id, ToastContent, ToastOptions } from 'react-toastify/unstyled'

type Kind = 'success' | 'error' | 'info' | 'warning'

let wanted = false
/** The id of the newest message. */
let latest: Id | undefined
const listeners = new Set<() => void>()

/** True from the first message on: the toast area and its library load with it, so that no page waits for them. */
export function useToastsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
    () => false,
  )
}

function show(kind: Kind) {
  return (content: ToastContent, options?: ToastOptions): void => {
    wanted = true
    for (const listener of listeners) listener()
    void import('./toasts.tsx').then(({ toast }) => {
      // One at a time: a new message replaces the previous one, which may no longer be true.
      if (options?.toastId === undefined || options.toastId !== latest) toast.dismiss()
      latest = toast[kind](content, options)
    })
  }
}

/** Messages at the bottom centre of the window. */
export const notify = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
  /** Removes a message that no longer applies. */
  dismiss(toastId: string): void {
    if (wanted) void import('./toasts.tsx').then(({ toast }) => toast.dismiss(toastId))
  },
}
