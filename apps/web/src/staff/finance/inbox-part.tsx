import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { type AddressForm, pageIn, pageText, useAddressState } from '../../lib/address-state.ts'
import { shortOrderId } from '../../lib/format.ts'
import { Select } from '../../ui/field.tsx'
import { Badge } from '../../ui/surface.tsx'
import type { Column } from '../parts/column.ts'
import { Empty, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { Table } from '../parts/table.tsx'
import { type InboxEvent, type InboxStatus, inboxStatuses, loadInbox } from './api.ts'
import books from './books.module.css'
import styles from './finance.module.css'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { Moment } from './moment.tsx'
import { ledgerMoment } from './moments.ts'
import { OrderLink } from './order-link.tsx'
import { ReplayButton } from './replay-button.tsx'
import { WebhookBody } from './webhook-body.tsx'
import { inboxWord } from './words.ts'

const viewForm: AddressForm<{ status: InboxStatus | ''; page: number }> = {
  read: (query) => ({
    status: inboxStatuses.find((each) => each === query.get('status')) ?? '',
    page: pageIn(query),
  }),
  write: ({ status, page }) => ({ status, page: pageText(page) }),
}

/** Every webhook from Stripe with its status and reason, and a button that applies it again. */
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
            status === '' ? 'No webhooks yet.' : `No webhook is ${inboxWord(status).label.toLowerCase()}.`
          }
        >
          {status === ''
            ? 'If payments were made, check the endpoint and its signing secret in the Stripe dashboard.'
            : 'Choose another status to see the others.'}
        </Empty>
      ) : (
        <>
          <Table
            caption="Webhooks, newest first; times in UTC"
            columns={mayReplay ? [...columns, replay] : columns}
            rows={found.events}
            keyOf={({ id }) => id}
            busy={query.isPlaceholderData}
            details={mayReplay ? body : undefined}
          />
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

const columns: readonly Column<InboxEvent>[] = [
  { id: 'received', label: 'Received, UTC', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  {
    id: 'type',
    label: 'Type',
    namesRow: true,
    className: `${ledger.code} ${books.webhookType}`,
    cell: ({ id, type }) => <span title={id}>{breakable(type)}</span>,
  },
  { id: 'status', label: 'Status', cell: ({ status }) => <InboxBadge status={status} /> },
  {
    id: 'order',
    label: 'Order',
    className: ledger.code,
    nowrap: true,
    cell: ({ orderId, orderKnown }) =>
      orderId === null ? (
        <span className={ledger.faint}>none</span>
      ) : orderKnown ? (
        <OrderLink id={orderId} />
      ) : (
        <span className={ledger.faint} title={orderId}>
          {shortOrderId(orderId)}
        </span>
      ),
  },
  {
    id: 'reason',
    label: 'Reason',
    cell: ({ lastError, status, nextTry }) => (
      <>
        {lastError === null ? (
          <span className={ledger.faint}>{inboxWord(status).meaning}</span>
        ) : (
          sentence(lastError)
        )}
        {nextTry === null ? null : <p className={ledger.faint}>Next attempt {ledgerMoment(nextTry)}.</p>}
      </>
    ),
  },
  { id: 'tries', label: 'Tries', numeric: true, cell: ({ attempts }) => attempts },
]

const replay: Column<InboxEvent> = {
  id: 'replay',
  label: 'Apply again',
  labelHidden: true,
  nowrap: true,
  cell: (event) => <ReplayButton event={event} />,
}

const body = {
  head: 'Raw body',
  label: ({ type, receivedAt }: InboxEvent) => `Raw body of ${type} of ${ledgerMoment(receivedAt)}`,
  render: ({ id }: InboxEvent) => <WebhookBody id={id} />,
}

function InboxBadge({ status }: Pick<InboxEvent, 'status'>) {
  const { tone, label } = inboxWord(status)
  return <Badge tone={tone}>{label}</Badge>
}

/** A stored reason is a sentence without its full stop; the message of a fault may have one. */
const sentence = (reason: string): string => `${reason.replace(/\.$/, '')}.`

/** The name of a Stripe event, which may wrap only after a dot or an underscore. */
const breakable = (type: string) =>
  type.split(/(?<=[._])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name have no other key and never move
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ))
