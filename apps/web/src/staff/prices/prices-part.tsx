import { Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, Route, Routes, useNavigate, useParams } from 'react-router-dom'
import type { listPrices } from '#modules/commerce/pricing/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { longDate, money } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { mayUse, useStaffMember } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import detailsStyles from '../parts/details.module.css'
import { IconButton } from '../parts/icon-button.tsx'
import layout from '../parts/layout.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'
import { CouponForm } from './coupon-form.tsx'
import { DiscountUses, EndCoupon } from './discount-uses.tsx'

type Coupon = AnswerOf<typeof listPrices>['coupons'][number]
type VolumeStep = AnswerOf<typeof listPrices>['steps'][number]

const newId = 'new'
const address = (id?: string): string => `/admin/finance/prices${id === undefined ? '' : `/${id}`}`

/** The view "Prices": volume discounts and coupons, each with its orders. */
export function PricesPart() {
  return (
    <Routes>
      <Route path=":id?" element={<Prices />} />
    </Routes>
  )
}

function Prices() {
  const { id: chosen } = useParams()
  const navigate = useNavigate()
  const query = useAnswer<typeof listPrices>('/api/admin/prices', {})
  const mayChange = mayUse(useStaffMember().role, [])
  const heading = useRef<HTMLHeadingElement>(null)
  const coupon = query.data?.coupons.find(({ id }) => id === chosen)
  const step = query.data?.steps.find((each) => stepId(each) === chosen)
  const defining = chosen === newId && mayChange
  const shown = coupon?.id ?? (step ? stepId(step) : defining ? newId : undefined)
  const title = coupon ? `Code ${coupon.code}` : step ? `From ${step.from} seats` : 'New coupon'
  useEffect(() => {
    if (shown !== undefined) heading.current?.focus()
  }, [shown])
  return (
    <Loaded query={query} what="The prices">
      {({ steps, coupons }) => (
        <>
          <section className={layout.part} aria-labelledby="steps-heading">
            <h3 id="steps-heading" className={layout.heading}>
              Volume steps
            </h3>
            <p className={layout.soft}>
              An order of at least this many seats gets the discount on all its seats.{' '}
              {mayChange ? (
                <Link to="/admin/operations/settings">Change them in the settings</Link>
              ) : (
                'An owner changes them in the settings.'
              )}
            </p>
            <Table
              caption="Volume steps"
              columns={stepColumns}
              rows={steps}
              keyOf={stepId}
              to={(each) => address(stepId(each))}
              chosen={chosen}
              whole
              empty={<p>No volume steps: every seat has the same price.</p>}
            />
          </section>
          <section className={layout.part} aria-labelledby="coupons-heading">
            <div className={layout.partHead}>
              <h3 id="coupons-heading" className={layout.heading}>
                Coupons
              </h3>
              {mayChange ? (
                <Button
                  size="small"
                  variant="secondary"
                  icon={<Plus aria-hidden="true" />}
                  onClick={() => navigate(address(newId))}
                >
                  Create a coupon
                </Button>
              ) : null}
            </div>
            <p className={layout.soft}>
              A use counts from the moment an order is placed. It is released when the order is cancelled or
              refunded in full, but not when the bank reverses a payment.
            </p>
            <Table
              caption="Coupons"
              columns={couponColumns}
              rows={coupons}
              keyOf={({ id }) => id}
              to={({ id }) => address(id)}
              chosen={chosen}
              whole
              empty={
                <p>No coupons yet.{mayChange ? ' Create one, and its code can be used at once.' : ''}</p>
              }
            />
          </section>
          {shown !== undefined ? (
            <aside className={detailsStyles.details} aria-label={title}>
              <header>
                <h3 ref={heading} tabIndex={-1}>
                  {title}
                </h3>
                <IconButton label="Close" onClick={() => navigate(address())}>
                  <X />
                </IconButton>
              </header>
              {defining ? (
                <CouponForm onDone={(id) => navigate(address(id))} />
              ) : (
                <>
                  {coupon && coupon.endedAt === null && mayChange ? <EndCoupon coupon={coupon} /> : null}
                  <DiscountUses key={shown} kind={coupon ? 'coupon' : 'volume'} id={shown} />
                </>
              )}
            </aside>
          ) : null}
        </>
      )}
    </Loaded>
  )
}

const stepId = ({ from }: VolumeStep): string => `from-${from}`

const stepColumns: Column<VolumeStep>[] = [
  { id: 'from', label: 'From', namesRow: true, cell: ({ from }) => `${from} seats` },
  { id: 'percent', label: 'Discount', numeric: true, cell: ({ percent }) => `${percent}%` },
  { id: 'uses', label: 'Orders', numeric: true, cell: ({ uses }) => uses },
]

const isOver = ({ endedAt, validUntil }: Coupon): boolean =>
  endedAt !== null || (validUntil !== null && Date.parse(validUntil) <= Date.now())

const couponColumns: Column<Coupon>[] = [
  {
    id: 'code',
    label: 'Code',
    namesRow: true,
    cell: ({ code }) => <span className={layout.code}>{code}</span>,
  },
  {
    id: 'worth',
    label: 'Discount',
    numeric: true,
    cell: ({ percent, amount, currency }) =>
      percent === null ? money(amount ?? '0', currency ?? 'usd') : `${percent}%`,
  },
  {
    id: 'for',
    label: 'For',
    cell: ({ productId, cohortId, maxSeats }) =>
      [
        productId === null ? null : 'one program',
        cohortId === null ? null : 'one date',
        maxSeats === null ? null : maxSeats === 1 ? '1 seat' : `up to ${maxSeats} seats`,
      ]
        .filter(Boolean)
        .join(', ') || 'everything',
  },
  {
    id: 'until',
    label: 'Until',
    nowrap: true,
    cell: ({ validUntil }) =>
      validUntil === null ? 'no end' : longDate(new Date(Date.parse(validUntil) - 1)),
  },
  {
    id: 'uses',
    label: 'Used',
    numeric: true,
    cell: ({ uses, maxUses }) => (maxUses === null ? uses : `${uses} of ${maxUses}`),
  },
  {
    id: 'state',
    label: 'State',
    cell: (coupon) =>
      isOver(coupon) ? (
        <Badge tone="info">Ended</Badge>
      ) : coupon.maxUses !== null && coupon.uses >= coupon.maxUses ? (
        <Badge tone="warn">Used up</Badge>
      ) : (
        <Badge tone="good">Valid</Badge>
      ),
  },
]
