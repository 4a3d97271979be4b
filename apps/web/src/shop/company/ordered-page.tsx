import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useAuth } from '../../lib/auth.ts'
import { ApiFailure } from '../../lib/call.ts'
import { longDate, money, shortOrderId } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Card, Notice, Spinner } from '../../ui/surface.tsx'
import { fetchOrder, type OrderPage, orderKey, requestDocument } from '../api.ts'
import { dueWords } from '../enrollment/company-standing.tsx'
import { accountHref } from '../program/product.ts'
import { CardPayment } from './card-payment.tsx'
import styles from './quote.module.css'

/** The page of an organization's order: its status, its documents, and the payment by card. */
export function Page() {
  const { orderId = '' } = useParams()
  const [query] = useSearchParams()
  const auth = useAuth()
  const order = useQuery({
    queryKey: orderKey(orderId),
    enabled: auth.status === 'customer',
    queryFn: () => fetchOrder(orderId),
    staleTime: 5_000,
    retry: false,
  })
  const here = `/organization/orders/${orderId}`
  if (auth.status === 'guest')
    return (
      <Frame title="Your order" heading="Your order" width="reading">
        <Notice
          tone="info"
          title="Sign in to see this order."
          actions={<ButtonLink to={accountHref('/login', here, null)}>Sign in</ButtonLink>}
        />
      </Frame>
    )
  if (order.isError) {
    const unknown = order.error instanceof ApiFailure && order.error.status === 404
    return (
      <Frame title="Your order" heading="Your order" width="reading">
        <Notice
          tone="bad"
          title={unknown ? 'We could not find this order in your account.' : 'The order could not be loaded.'}
          actions={
            <Button variant="secondary" onClick={() => void order.refetch()}>
              Try again
            </Button>
          }
        />
      </Frame>
    )
  }
  if (!order.data || auth.status !== 'customer')
    return (
      <Frame title="Your order" width="reading">
        <Spinner label="Loading the order..." />
      </Frame>
    )
  const byCard = query.get('pay') === 'card' && order.data.payable
  return (
    <Frame title="Your order" heading={headingOf(order.data, byCard)} width="reading">
      <div className={styles.page}>
        <Summary order={order.data} />
        {byCard ? <CardPayment orderId={orderId} user={auth.user} /> : <Next order={order.data} />}
      </div>
    </Frame>
  )
}

function headingOf({ status, invoiceNumber }: OrderPage, byCard: boolean): string {
  if (status === 'completed') return 'Your seats are paid'
  if (status === 'cancelled') return 'This order was cancelled'
  if (status === 'refunded') return 'This order was refunded'
  if (status === 'processing') return 'Your payment is on its way'
  return byCard || invoiceNumber === null ? 'Pay for your seats' : 'Your order is placed'
}

function Summary({ order }: { order: OrderPage }) {
  const { id, programName, items, totalAmount, currency, createdAt, invoiceNumber } = order
  const seats = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Card as="section" aria-label="The order">
      <dl className={styles.facts}>
        <div>
          <dt>{programName}</dt>
          <dd>{seats === 1 ? 'One seat' : `${seats} seats`}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>{money(totalAmount, currency)}</dd>
        </div>
        <div>
          <dt>Order</dt>
          <dd>
            {shortOrderId(id)}, {longDate(createdAt)}
          </dd>
        </div>
        {invoiceNumber === null ? null : (
          <div>
            <dt>Invoice</dt>
            <dd>{invoiceNumber}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

function Next({ order }: { order: OrderPage }) {
  const { id, status, payable, invoiceNumber, company } = order
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function download(): Promise<void> {
    setBusy(true)
    const answer = await requestDocument(id, { kind: 'invoice' }).catch(() => undefined)
    setBusy(false)
    const url = answer?.document?.downloadUrl
    if (url) window.location.assign(url)
    else notify.error('The invoice could not be loaded. Please try again.')
  }
  return (
    <>
      {status === 'pending' && invoiceNumber !== null && company ? (
        <Notice tone="info" title={dueWords(order.currency, company)} announce>
          The invoice has the bank account and the payment reference. Places at the date you chose are held
          meanwhile. You can hand out the seats as soon as the payment has arrived.
        </Notice>
      ) : null}
      <div className={styles.tools}>
        {invoiceNumber === null ? null : (
          <Button
            variant="secondary"
            busy={busy}
            busyText="One moment..."
            icon={<Download aria-hidden="true" />}
            onClick={() => void download()}
          >
            Download the invoice
          </Button>
        )}
        {company?.seatsReady ? <ButtonLink to="/organization">Hand out the seats</ButtonLink> : null}
        <ButtonLink
          to={`/certification/enrollment/${id}`}
          variant={status === 'completed' ? 'secondary' : 'primary'}
        >
          Order details
        </ButtonLink>
        {payable ? (
          <Button
            variant={invoiceNumber === null ? 'primary' : 'secondary'}
            onClick={() => navigate('?pay=card')}
          >
            {invoiceNumber === null ? 'Pay by card' : 'Pay by card instead'}
          </Button>
        ) : null}
      </div>
    </>
  )
}
