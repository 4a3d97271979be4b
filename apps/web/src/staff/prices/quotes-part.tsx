import { useQuery } from '@tanstack/react-query'
import type { listQuotes } from '#modules/commerce/quotes/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { money } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/surface.tsx'
import finance from '../finance/finance.module.css'
import ledger from '../finance/ledger.module.css'
import { ledgerDay } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import type { Column } from '../parts/column.ts'
import { Loaded } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'

type Quote = AnswerOf<typeof listQuotes>['quotes'][number]

/** The view "Quotes": the quotes to companies and their status. */
export function QuotesPart() {
  const query = useQuery({
    queryKey: ['admin', 'quotes'],
    queryFn: async () => (await call<typeof listQuotes>('GET', '/api/finance/quotes')).quotes,
    staleTime: 0,
    retry: false,
  })
  return (
    <section className={finance.part} aria-labelledby="quotes-heading">
      <h3 id="quotes-heading" className={ledger.subheading}>
        Quotes
      </h3>
      <p className={ledger.faint}>
        A quote fixes the price until its expiration date and does not reserve places. Once accepted, it
        becomes an order with the same id and its invoice.
      </p>
      <Loaded query={query} what="The quotes">
        {(quotes) => (
          <Table
            caption="Quotes"
            columns={columns}
            rows={quotes}
            keyOf={({ id }) => id}
            empty={<p>No quotes have been requested yet.</p>}
          />
        )}
      </Loaded>
    </section>
  )
}

const states: Record<Quote['status'], { word: string; tone: Tone }> = {
  open: { word: 'Open', tone: 'info' },
  accepted: { word: 'Accepted', tone: 'good' },
  expired: { word: 'Expired', tone: 'warn' },
}

const columns: Column<Quote>[] = [
  {
    id: 'number',
    label: 'Number',
    namesRow: true,
    nowrap: true,
    cell: ({ number, path }) =>
      path === null ? (
        <span className={ledger.code}>{number}</span>
      ) : (
        <a className={ledger.code} href={path} target="_blank" rel="noopener">
          {number}
        </a>
      ),
  },
  { id: 'company', label: 'Company', cell: ({ company }) => <bdi>{company ?? 'not shown'}</bdi> },
  { id: 'seats', label: 'Seats', numeric: true, cell: ({ seats }) => seats },
  { id: 'total', label: 'Total', numeric: true, cell: ({ total, currency }) => money(total, currency) },
  { id: 'issued', label: 'Issued', nowrap: true, cell: ({ issuedAt }) => ledgerDay(issuedAt) },
  { id: 'until', label: 'Valid until', nowrap: true, cell: ({ validUntil }) => ledgerDay(validUntil) },
  {
    id: 'status',
    label: 'State',
    cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].word}</Badge>,
  },
  {
    id: 'order',
    label: 'Order',
    cell: ({ id, status }) => (status === 'accepted' ? <OrderLink id={id} /> : '–'),
  },
]
