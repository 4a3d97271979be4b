import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { Select } from '../../ui/field.tsx'
import { Empty, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { type InboxStatus, inboxStatuses, loadInbox } from './api.ts'
import styles from './finance.module.css'
import { InboxLine } from './inbox-line.tsx'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { inboxWord } from './words.ts'

const viewForm: AddressForm<{ status: InboxStatus | ''; page: number }> = {
  read: (query) => ({
    status: inboxStatuses.find((each) => each === query.get('status')) ?? '',
    page: Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1),
  }),
  write: ({ status, page }) => ({ status, page: page === 1 ? '' : String(page) }),
}

/** Every webhook that Stripe sent, what became of it and why, and a second try. */
export function InboxPart({ mayReplay }: { mayReplay: boolean }) {
  const [{ status, page }, setView] = useAddressState(viewForm)
  const query = useQuery({
    queryKey: [...financeKeys.inbox, status, page],
    queryFn: () => loadInbox(status, page),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const found = query.data
  return (
    <section className={styles.part} aria-labelledby="inbox-heading">
      <div className={styles.partHead}>
        <h3 id="inbox-heading" className={ledger.subheading}>
          Webhooks received
        </h3>
        <div className={styles.inboxFilter}>
          <Select
            label="Status"
            value={status}
            onChange={({ target }) => setView({ status: target.value as InboxStatus | '', page: 1 })}
          >
            <option value="">All</option>
            {inboxStatuses.map((each) => (
              <option key={each} value={each}>
                {inboxWord(each).label}
              </option>
            ))}
          </Select>
        </div>
      </div>
      {query.isError ? (
        <Trouble what="The inbox" failure={query.error} onRetry={() => void query.refetch()} />
      ) : found === undefined ? (
        <SkeletonLines what="webhooks" />
      ) : found.events.length === 0 ? (
        <Empty
          title={
            status === '' ? 'No webhook yet.' : `No webhook is ${inboxWord(status).label.toLowerCase()}.`
          }
        >
          {status === ''
            ? 'If payments were made, check the endpoint and its signing secret in the Stripe dashboard.'
            : 'Choose another status to see the others.'}
        </Empty>
      ) : (
        <>
          <div className={ledger.box} aria-busy={query.isPlaceholderData || undefined}>
            <table className={ledger.ledger}>
              <caption className="visually-hidden">Webhooks, newest first; times in UTC</caption>
              <thead>
                <tr>
                  <th scope="col">Received, UTC</th>
                  <th scope="col">Type</th>
                  <th scope="col">Status</th>
                  <th scope="col">Order</th>
                  <th scope="col">Reason</th>
                  <th scope="col" className={ledger.amount}>
                    Tries
                  </th>
                  {mayReplay ? (
                    <th scope="col">
                      <span className="visually-hidden">Replay</span>
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody>
                {found.events.map((event) => (
                  <InboxLine key={event.id} event={event} mayReplay={mayReplay} />
                ))}
              </tbody>
            </table>
          </div>
          <Pager
            page={found.page}
            pageSize={found.pageSize}
            total={found.total}
            what={found.total === 1 ? 'webhook' : 'webhooks'}
            onPage={(next) => setView({ status, page: next }, 'push')}
          />
        </>
      )}
    </section>
  )
}
