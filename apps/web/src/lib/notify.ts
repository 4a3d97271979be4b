import type { ToastContent, ToastOptions } from 'react-toastify/unstyled'

type Kind = 'success' | 'error' | 'info' | 'warning'

/** The toast library arrives with the first message: no page waits for it. */
function show(kind: Kind) {
  return (content: ToastContent, options?: ToastOptions): void => {
    void import('../ui/toasts.tsx').then(({ toast }) => toast[kind](content, options))
  }
}

/** Messages at the bottom centre of the window. */
export const notify = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
}
