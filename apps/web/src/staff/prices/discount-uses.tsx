import { useState } from 'react'
import type { endCoupon, listDiscountUses, listPrices } from '#modules/commerce/pricing/contract.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { Amount } from '../finance/amount.tsx'
import { OrderLink } from '../finance/order-link.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import { Table } from '../parts/table.tsx'

type Coupon = AnswerOf<typeof listPrices>['coupons'][number]
type DiscountUse = AnswerOf<typeof listDiscountUses>['uses'][number]

/** The orders with a discount, and those whose use was released. */
export function DiscountUses({ kind, id }: { kind: 'volume' | 'coupon'; id: string }) {
  const query = useAnswer<typeof listDiscountUses>('/api/admin/prices/uses', { query: { kind, id } })
  return (
    <Loaded query={query} what="The orders" lines={3}>
      {({ uses }) => (
        <Table
          caption="Orders with this discount"
          columns={columns}
          rows={uses}
          keyOf={({ orderId }) => orderId}
          whole
          empty={<p>No orders with this discount yet.</p>}
        />
      )}
    </Loaded>
  )
}

const reasons: Record<NonNullable<DiscountUse['reason']>, string> = {
  cancelled: 'Released: cancelled',
  refunded: 'Released: refunded',
  'quote-ended': 'Released: quote expired',
}

const columns: Column<DiscountUse>[] = [
  {
    id: 'order',
    label: 'Order',
    namesRow: true,
    cell: ({ orderId }) => (
      <span className={layout.code}>
        <OrderLink id={orderId} />
      </span>
    ),
  },
  { id: 'at', label: 'Since', nowrap: true, cell: ({ takenAt }) => dateTime(takenAt) },
  {
    id: 'amount',
    label: 'Discount',
    numeric: true,
    cell: ({ amount, currency }) => <Amount of={amount} currency={currency} />,
  },
  {
    id: 'state',
    label: 'Use',
    cell: ({ reason }) =>
      reason === null ? <Badge tone="good">Counts</Badge> : <Badge tone="info">{reasons[reason]}</Badge>,
  },
]

/** Ends a coupon before its last day. */
export function EndCoupon({ coupon }: { coupon: Coupon }) {
  const [confirming, setConfirming] = useState(false)
  const end = useAction<typeof endCoupon>('POST', '/api/admin/prices/coupons/:id/end', ['/api/admin/prices'])
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setConfirming(true)}>
        End this coupon
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        run={() =>
          attempt(
            end.mutateAsync({ params: { id: coupon.id } }),
            () => notify.success(`The code ${coupon.code} has ended.`),
            'Not ended. Please try again.',
          )
        }
        title={`End the code ${coupon.code}?`}
        description="The code can no longer be used. Orders and quotes that have it keep their price. The coupon cannot be reactivated, but its code can be used for another coupon."
        verb="End it"
        busyVerb="Ending..."
      />
    </>
  )
}
