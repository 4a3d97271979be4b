import { notify } from '../../lib/notify.ts'

const toastId = 'payment-success'

/**
 * The one welcome after a payment: the payment page says it first, the verification fills in the program's
 * name. A message with a known id is not shown twice, so its text is changed.
 */
export function welcome(text: string): void {
  notify.success(text, { toastId })
  void import('../../ui/toasts.tsx').then(({ toast }) => {
    if (toast.isActive(toastId)) toast.update(toastId, { render: text })
  })
}
