import { sendNotePage } from '#platform/http/note-page.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { forBuyers } from '../payments/stripe/provider-errors.ts'
import {
  askToRefuseReminders,
  checkoutSuccess,
  refuseReminders,
  resumeCheckout,
  verifyPaymentIntent,
} from './contract.ts'
import type { OpenCheckouts } from './open-checkouts.ts'
import type { Returns } from './returns.ts'

/** Coming back to a payment: from the provider's page, and from the links of mails. */
export function mountCheckoutRoutes(
  api: ApiRouter,
  { returns, open }: { returns: Returns; open: OpenCheckouts },
): void {
  api.serve(verifyPaymentIntent, async ({ params }, call) => ({
    order: await forBuyers(returns.verify(params.id, await call.customer(), call.requestId)),
  }))

  api.serve(checkoutSuccess, async ({ params }, call) => ({
    order: await forBuyers(returns.verifySession(params.sessionId, await call.customer(), call.requestId)),
  }))

  api.serve(resumeCheckout, async ({ params, query }, call) => {
    const page = await open.resume(params.orderId, query, await call.customer())
    call.res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(303, page)
    return undefined
  })

  // A mail program that looks at links must not decide for the reader: only the button changes something.
  api.serve(askToRefuseReminders, async ({ query }, call) => {
    open.refuser(query)
    sendNotePage(
      call.res,
      'Stop the reminders?',
      '<p>You will get no more reminders of open payments. Everything else stays as it is.</p><form method="post"><button>Stop the reminders</button></form>',
    )
    return undefined
  })

  api.serve(refuseReminders, async ({ query }, call) => {
    await open.refuse(query)
    sendNotePage(call.res, 'Reminders stopped', '<p>You will get no more reminders of open payments.</p>')
    return undefined
  })
}
