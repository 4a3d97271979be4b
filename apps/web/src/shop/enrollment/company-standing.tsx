import { longDate, money, seatsInWords } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import type { OrderPage } from '../api.ts'
import type { OrderStatus } from '../orders/order-status.ts'

type Company = NonNullable<OrderPage['company']>

/** Heading and sentence of the page of an order that a company pays; null where a person's words fit as well. */
export function companyWords(
  order: OrderPage,
  status: OrderStatus,
): { title: string; message: string } | null {
  const { company } = order
  if (!company) return null
  const seats = seatsInWords(company.seats)
  if (status === 'completed')
    return { title: 'Your seats are ready', message: `Payment confirmed: ${seats} are yours to hand out.` }
  if (status !== 'pending') return null
  return company.dueAt === null
    ? { title: 'Not paid yet', message: `Your order of ${seats} waits for its payment.` }
    : {
        title: 'Order confirmed',
        message: `We have your order of ${seats}. The invoice is on its way by email.`,
      }
}

/** What is to be paid until when, and how; and the way to the seats once they can be handed out. */
export function CompanyStanding({ order, company }: { order: OrderPage; company: Company }) {
  // An invoice that is paid by bank transfer says so in a part of its own.
  const open = Number(company.openAmount) > 0 && !order.bankTransfer
  return (
    <>
      {company.seatsReady ? (
        <Notice
          tone="good"
          title={`Hand out ${seatsInWords(company.seats)}`}
          actions={<ButtonLink to="/organization">Hand out seats</ButtonLink>}
        >
          <p>Invite participants by email. Each seat belongs to whoever accepts its invitation.</p>
        </Notice>
      ) : null}
      {open ? (
        <Notice
          tone="info"
          title={
            company.dueAt === null
              ? `${money(company.openAmount, order.currency)} is to be paid`
              : `Please pay ${money(company.openAmount, order.currency)} by ${longDate(company.dueAt)}`
          }
          actions={
            company.dueAt === null ? (
              <ButtonLink to={`/organization/orders/${order.id}?pay=card`}>Pay by card</ButtonLink>
            ) : undefined
          }
        >
          <p>
            {company.dueAt === null
              ? 'The seats are yours to hand out as soon as the payment has arrived.'
              : 'You can download the invoice on this page.'}
          </p>
        </Notice>
      ) : null}
    </>
  )
}
