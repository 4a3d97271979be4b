import { Link } from 'react-router-dom'
import type { listQuotes, openQuoteCohort } from '#modules/commerce/quotes/contract.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { type AddressForm, pageIn, pageText, useAddressState } from '../../lib/address-state.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useSettled } from '../../lib/settled.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type Tone } from '../../ui/surface.tsx'
import ledger from '../finance/ledger.module.css'
import { ledgerDay } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import { isNarrowed, SearchFilters } from '../finance/search-filters.tsx'
import { cohortAddress } from '../frame/addresses.ts'
import { mayUse, useMayAudit, useStaffMember } from '../frame/staff-member.ts'
import { ChoiceFilter } from '../parts/choice-filter.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Empty, Loaded } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { Part } from '../parts/record-list.tsx'
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
  const seesPeople = useMayAudit()
  const q = useSettled(filter.q.trim())
  const { status, page } = filter
  const query = useAnswer<typeof listQuotes>(
    '/api/finance/quotes',
    { query: { page, ...(q !== '' && { q }), ...(status !== '' && { status }) } },
    { keep: true },
  )
  return (
    <Part
      title="Quotes"
      intro="A quote fixes the price until its expiration date and does not reserve places. Once accepted, it becomes an order with the same id and its invoice."
    >
      <SearchFilters
        filter={filter}
        everything={allQuotes}
        firstPage={{ page: 1 }}
        search={{
          label: 'Find',
          maxLength: 254,
          placeholder: seesPeople ? 'Q-number, amount, company, name, email' : 'Q-number, amount',
        }}
        className={ledger.twoFilters}
        onFilter={setFilter}
      >
        {(change) => (
          <ChoiceFilter
            label="State"
            value={status}
            values={statuses}
            wordOf={(each) => states[each].word}
            onChange={(chosen) => change({ status: chosen })}
          />
        )}
      </SearchFilters>
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
                isNarrowed(filter, allQuotes) ? (
                  <Empty title="No quotes match.">Change or clear the filters to see others.</Empty>
                ) : (
                  <Empty title="No quotes have been requested yet.">
                    Companies request them on the page of the program.
                  </Empty>
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
    </Part>
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
        <span className={layout.code}>{number}</span>
      ) : (
        <a className={layout.code} href={path} target="_blank" rel="noopener">
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
  { id: 'cohort', label: 'Own cohort', cell: (quote) => <OwnCohort quote={quote} /> },
  {
    id: 'order',
    label: 'Order',
    cell: ({ id, status }) => (status === 'accepted' ? <OrderLink id={id} /> : '–'),
  },
]

/** The cohort that a quote asks for: opened by one press, with a place for each seat. */
function OwnCohort({ quote: { id, number, seats, status, privateStart, privateOpen } }: { quote: Quote }) {
  const mayOpen = mayUse(useStaffMember().role, ['finance'])
  const opening = useAction<typeof openQuoteCohort>('POST', '/api/finance/quotes/:id/cohort', [
    '/api/finance/quotes',
  ])
  if (privateStart === null) return '–'
  const starts = dayInWords(privateStart)
  if (privateOpen) return <Link to={cohortAddress(id)}>{starts}</Link>
  const open = (): Promise<void> =>
    attempt(opening.mutateAsync({ params: { id } }), () =>
      notify.success(`The cohort of ${starts} is open, with ${seats} places.`),
    )
  if (!mayOpen || status === 'expired') return starts
  return (
    <Button
      size="small"
      variant="secondary"
      busy={opening.isPending}
      busyText="Opening..."
      aria-label={`Open ${starts} for ${number}`}
      onClick={() => void open()}
    >
      Open {starts}
    </Button>
  )
}
