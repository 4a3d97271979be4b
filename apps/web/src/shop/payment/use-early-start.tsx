import { type ReactNode, useState } from 'react'
import { earlyStart } from '#modules/commerce/rules.ts'
import type { agreeEarlyStart } from '#modules/commerce/withdrawals/contract.ts'
import { call } from '../../lib/call.ts'
import { useConfig } from '../../lib/config.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { Checkbox } from '../../ui/field.tsx'
import type { Refusal } from './payment-outcome.ts'

/**
 * The agreement of a consumer in the EU to a start within the term for withdrawing, needed because access begins with the
 * payment. `save` stores it with the order before the payment.
 */
export function useEarlyStart(orderId: string): {
  checkbox: ReactNode
  save: () => Promise<Refusal | undefined>
} {
  const { euConsumers } = useConfig()
  const [agreed, setAgreed] = useState(false)
  const [error, setError] = useState<string>()
  if (!euConsumers) return { checkbox: null, save: async () => undefined }
  async function save(): Promise<Refusal | undefined> {
    const missing = 'Please agree to the early start: access begins with the payment.'
    setError(agreed ? undefined : missing)
    const advice = 'Nothing has been charged.'
    if (!agreed) return { message: missing, advice }
    try {
      const sent = { params: { id: orderId }, body: { version: earlyStart.version } }
      await call<typeof agreeEarlyStart>('POST', '/api/orders/:id/early-start', sent)
      return undefined
    } catch (failure) {
      return { message: saidByServer(failure) ?? 'Your agreement could not be saved.', advice }
    }
  }
  const checkbox = (
    <Checkbox
      label={earlyStart.text}
      checked={agreed}
      error={error}
      onChange={(event) => setAgreed(event.target.checked)}
    />
  )
  return { checkbox, save }
}
