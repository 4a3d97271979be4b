import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { listQuotes } from '#modules/commerce/quotes/contract.ts'
import { type AddressForm, pageIn, pageText, useAddressState } from '../../lib/address-state.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { money } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/surface.tsx'
import ledger from '../finance/ledger.module.css'
import { ledgerDay } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import { SearchFilters } from '../finance/search-filters.tsx'
import { useMayAudit } from '../frame/staff-member.ts'
import { ChoiceFilter } from '../parts/choice-filter.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Empty, Loaded } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { Table } from '../parts/table.tsx'

type Quote = AnswerOf<typeof listQuotes>['quotes'][number]

interface QuoteFilter {
  q: string
  status: Quote['status'] | ''
  page: number
}

const allQuotes: QuoteFilter = { q: '', status: '', page: 1 }

const filterForm: AddressForm<QuoteFilter> = {
  read: (query) => ({
    q: query.get('q') ?? '',
    status: statuses.find((each) => each === query.get('status')) ?? '',
    page: pageIn(query),
  }),
  write: ({ q, status, page }) => ({ q, status, page: pageText(page) }),
}

/** The view "Quotes": the quotes to companies and their status. */
export function QuotesPart() {
  const [filter, setFilter] = useAddressState(filterForm)
  const { q, status, page } = filter
  const query = useQuery({
    queryKey: ['admin', 'quotes', filter],
    queryFn: () =>
      call<typeof listQuotes>('GET', '/api/finance/quotes', {
        query: { page, ...(q === '' ? {} : { q }), ...(status === '' ? {} : { status }) },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  return (
    <section className={layout.part} aria-labelledby="quotes-heading">
      <h3 id="quotes-heading" className={ledger.subheading}>
        Quotes
      </h3>
      <p className={ledger.faint}>
        A quote fixes the price until its expiration date and does not reserve places. Once accepted, it
        becomes an order with the same id and its invoice.
      </p>
      <QuoteFilters filter={filter} busy={query.isFetching && query.isPlaceholderData} onFilter={setFilter} />
      <Loaded query={query} what="The quotes">
        {(found) => (
          <>
            <Table
              caption="Quotes, newest first"
              columns={columns}
              rows={found.quotes}
              keyOf={({ id }) => id}
              busy={query.isPlaceholderData}
              empty={
                q === '' && status === '' ? (
                  <Empty title="No quotes have been requested yet.">
                    Companies request them on the page of the program.
                  </Empty>
                ) : (
                  <Empty title="No quotes match.">Change or clear the filters to see others.</Empty>
                )
              }
            />
            {found.total > 0 ? (
              <Pager
                page={found.page}
                pageSize={found.pageSize}
                total={found.total}
                what={found.total === 1 ? 'quote' : 'quotes'}
                busy={query.isPlaceholderData}
                onPage={(next) => setFilter({ ...filter, page: next }, 'push')}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The filters of the quotes: the text applies with Enter, the state at once. */
function QuoteFilters({
  filter,
  busy,
  onFilter,
}: {
  filter: QuoteFilter
  busy: boolean
  onFilter: (filter: QuoteFilter) => void
}) {
  const seesPeople = useMayAudit()
  return (
    <SearchFilters
      filter={filter}
      everything={allQuotes}
      firstPage={{ page: 1 }}
      search={{
        label: 'Find',
        maxLength: 254,
        placeholder: seesPeople ? 'Q-number, company, name, email' : 'Q-number',
      }}
      filtered={filter.q !== '' || filter.status !== ''}
      busy={busy}
      className={ledger.twoFilters}
      onFilter={onFilter}
    >
      {(change) => (
        <ChoiceFilter
          label="State"
          value={filter.status}
          values={statuses}
          wordOf={(each) => states[each].word}
          onChange={(chosen) => change({ status: chosen })}
        />
      )}
    </SearchFilters>
  )
}

const states: Record<Quote['status'], { word: string; tone: Tone }> = {
  open: { word: 'Open', tone: 'info' },
  accepted: { word: 'Accepted', tone: 'good' },
  expired: { word: 'Expired', tone: 'warn' },
}
const statuses = Object.keys(states) as Quote['status'][]

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
