import { longDate, money, seatsInWords } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import type { OrderPage } from '../api.ts'
import type { OrderStatus } from '../orders/order-status.ts'

type Company = NonNullable<OrderPage['company']>

/** Heading and sentence of the page of a company's order; null where those of a person's order apply. */
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
    ? { title: 'Not paid yet', message: `Your order of ${seats} has not been paid yet.` }
    : {
        title: 'Order confirmed',
        message: `We have your order of ${seats}. The invoice is on its way by email.`,
      }
}

/** "Please pay $62,500.00 by December 27, 2026" */
export const dueWords = (currency: string, { openAmount, dueAt }: Company): string => {
  const amount = money(openAmount, currency)
  return dueAt === null ? `${amount} is due` : `Please pay ${amount} by ${longDate(dueAt)}`
}

/** Notices about the open amount of a company's order, and about its seats once they can be handed out. */
export function CompanyStanding({ order, company }: { order: OrderPage; company: Company }) {
  // For an invoice that is paid by bank transfer, BankTransfer shows the amount.
  const open = Number(company.openAmount) > 0 && !order.bankTransfer
  return (
    <>
      {company.seatsReady ? (
        <Notice
          tone="good"
          title={`Hand out ${seatsInWords(company.seats)}`}
          actions={<ButtonLink to="/organization">Hand out seats</ButtonLink>}
        >
          <p>Invite participants by email. Each seat belongs to the person who accepts its invitation.</p>
        </Notice>
      ) : null}
      {open ? (
        <Notice
          tone="info"
          title={dueWords(order.currency, company)}
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
