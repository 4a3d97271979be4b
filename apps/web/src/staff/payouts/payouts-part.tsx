import type { listPayouts, payoutItems } from '#modules/commerce/finance/payouts/contract.ts'
import { type AddressForm, pageIn, pageText, useAddressState } from '../../lib/address-state.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { money } from '../../lib/format.ts'
import { useSettled } from '../../lib/settled.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import { Amount } from '../finance/amount.tsx'
import { ledgerDay } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import { SearchFilters } from '../finance/search-filters.tsx'
import { useMayAudit } from '../frame/staff-member.ts'
import { isNothing } from '../parts/amounts.ts'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { Addressed, RecordList } from '../parts/record-list.tsx'
import { Table } from '../parts/table.tsx'

type Payout = AnswerOf<typeof listPayouts>['payouts'][number]
type Item = AnswerOf<typeof payoutItems>['items'][number]

const all = { q: '', page: 1 }
const filterForm: AddressForm<typeof all> = {
  read: (query) => ({ q: query.get('q') ?? '', page: pageIn(query) }),
  write: ({ q, page }) => ({ q, page: pageText(page) }),
}

/** The view "Payouts": what Stripe paid to the bank account, and of which orders it is. */
export const PayoutsPart = () => <Addressed view={Payouts} />

function Payouts() {
  const [filter, setFilter] = useAddressState(filterForm)
  const mayExport = useMayAudit()
  const q = useSettled(filter.q.trim())
  const query = useAnswer<typeof listPayouts>(
    '/api/finance/payouts',
    { query: { page: filter.page, ...(q !== '' && { q }) } },
    { keep: true },
  )
  return (
    <RecordList
      base="/admin/finance/payouts"
      heading={{
        title: 'Payouts',
        intro:
          'What Stripe paid to your bank account. Each automatic payout is broken down into orders, fees, refunds, disputes and other movements.',
        ...(mayExport && {
          actions: (
            <ButtonLink size="small" variant="secondary" to="/admin/finance/exports">
              CSV in Exports
            </ButtonLink>
          ),
        }),
      }}
      filters={
        <SearchFilters
          filter={filter}
          everything={all}
          firstPage={{ page: 1 }}
          search={{ label: 'Find', maxLength: 100, placeholder: 'Amount on the bank statement' }}
          onFilter={setFilter}
        >
          {() => null}
        </SearchFilters>
      }
      query={query}
      what="The payouts"
      rowsOf={({ payouts }) => payouts}
      keyOf={({ id }) => id}
      columns={columns}
      caption={() => 'Payouts, the latest first'}
      empty={
        q === ''
          ? { title: 'No payouts yet.', text: 'They are listed as soon as Stripe reports them.' }
          : { title: 'No payout of this amount.', text: 'Type the amount as on your bank statement.' }
      }
      pages={{
        of: (data) => data,
        what: query.data?.total === 1 ? 'payout' : 'payouts',
        onPage: (page) => setFilter({ ...filter, page }),
      }}
      aside={(payout) => ({
        label: 'Payout',
        title: `${money(payout.amount, payout.currency)}, ${ledgerDay(payout.arrivesAt)}`,
        body: <Details payout={payout} />,
        wide: true,
      })}
    />
  )
}

const tones: Record<string, 'good' | 'bad' | 'info'> = { paid: 'good', failed: 'bad', canceled: 'bad' }
const plain = (word: string): string => {
  const words = word.replace(/^other_/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const columns: Column<Payout>[] = [
  {
    id: 'day',
    label: 'Arrives',
    nowrap: true,
    namesRow: true,
    cell: ({ arrivesAt }) => ledgerDay(arrivesAt),
  },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status }) => <Badge tone={tones[status] ?? 'info'}>{plain(status)}</Badge>,
  },
  {
    id: 'orders',
    label: 'Orders',
    folds: true,
    numeric: true,
    cell: ({ itemised, orders }) => (itemised ? orders : ''),
  },
  { id: 'kind', label: 'Items', folds: true, numeric: true, cell: (payout) => stateOf(payout) },
  { id: 'amount', label: 'Amount', numeric: true, cell: ({ amount, currency }) => money(amount, currency) },
]

const stateOf = ({ automatic, itemised, items, rest, currency }: Payout): string => {
  if (!automatic) return 'Manual'
  if (!itemised) return 'Not known yet'
  return isNothing(rest) ? String(items) : `${items}, ${money(rest, currency)} not explained`
}

function Details({ payout }: { payout: Payout }) {
  const { id, automatic, itemised, failure, status, rest, currency, amount } = payout
  const query = useAnswer<typeof payoutItems>('/api/finance/payouts/:id/items', { params: { id } })
  return (
    <div className={layout.stack}>
      <p className={layout.code}>{id}</p>
      {status === 'failed' ? (
        <Notice tone="bad" title="This payout failed or was returned by the bank.">
          {failure ? `${failure} ` : ''}Its money is in the balance at Stripe again, and part of a later
          payout.
        </Notice>
      ) : null}
      {!automatic ? (
        <p>Stripe cannot itemise a manual payout.</p>
      ) : !itemised ? (
        <p>Stripe has not reported the items of this payout yet. They are listed here when it has.</p>
      ) : (
        <Loaded query={query} what="The items">
          {({ items }) => (
            <Table
              caption="What the payout is made of"
              columns={itemColumns}
              rows={items}
              keyOf={(item) => item.id}
              whole
              foot={[
                ...(isNothing(rest)
                  ? []
                  : [
                      {
                        id: 'rest',
                        label: 'Not explained by the items',
                        cells: { net: money(rest, currency) },
                      },
                    ]),
                { id: 'sum', label: 'Payout', cells: { net: money(amount, currency) } },
              ]}
            />
          )}
        </Loaded>
      )}
    </div>
  )
}

const itemColumns: Column<Item>[] = [
  {
    id: 'what',
    label: 'What',
    cell: ({ category, description }) => (
      <>
        {category === 'charge' ? 'Payment' : plain(category)}
        {description === null ? null : <div className={layout.soft}>{description}</div>}
      </>
    ),
  },
  {
    id: 'order',
    label: 'Order',
    className: layout.code,
    cell: ({ orderId }) => (orderId === null ? '' : <OrderLink id={orderId} />),
  },
  {
    id: 'amount',
    label: 'Amount',
    numeric: true,
    cell: ({ amount, currency }) => <Amount of={amount} currency={currency} />,
  },
  {
    id: 'fee',
    label: 'Fee',
    numeric: true,
    cell: ({ fee, currency }) => <Amount of={fee} currency={currency} />,
  },
  { id: 'net', label: 'Net', numeric: true, cell: ({ net, currency }) => money(net, currency) },
]
