import { useState } from 'react'
import type { applyTransfer } from '#modules/commerce/finance/bank-transfers/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import { OrderLink } from '../finance/order-link.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import type { StatementEntry } from './send-statement.ts'
import { transferAnswers } from './transfer-choices.ts'

interface ProposedOrderProps {
  proposal: StatementEntry['proposals'][number]
  currency: string
  /** Null for a preview, in which there is nothing to apply yet. */
  transferId: string | null
}

/** An order that money is perhaps for: `INV-000078, Northbeck Energy, $11,875.00 open`. Only the button applies the money. */
export function ProposedOrder({ proposal, currency, transferId }: ProposedOrderProps) {
  const { orderId, invoiceNumber, company, open } = proposal
  const [requestId] = useState(() => crypto.randomUUID())
  const apply = useAction<typeof applyTransfer>('POST', '/api/finance/transfers/:id/apply', transferAnswers)
  const words = [invoiceNumber, company, `${money(open, currency)} open`].filter(Boolean).join(', ')
  if (transferId === null) return <div>Perhaps for {words}.</div>
  return (
    <div>
      {words} <OrderLink id={orderId} />{' '}
      {apply.isSuccess ? (
        <Badge tone="good">Applied</Badge>
      ) : (
        <Button
          size="small"
          variant="secondary"
          busy={apply.isPending}
          busyText="Applying..."
          aria-label={`Apply to ${invoiceNumber ?? orderId}`}
          onClick={() =>
            apply.mutate(
              { params: { id: transferId }, body: { orderId, requestId } },
              { onSuccess: () => notify.success('Recorded.') },
            )
          }
        >
          Apply
        </Button>
      )}
      {apply.isError ? (
        <Notice tone="bad" title="Nothing was recorded." announce>
          {reasonOf(apply.error)}
        </Notice>
      ) : null}
    </div>
  )
}
