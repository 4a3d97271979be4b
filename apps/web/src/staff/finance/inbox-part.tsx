import { Fragment } from 'react'
import type { financeInbox, inboxBody, replayInbox } from '#modules/commerce/finance/inbox/contract.ts'
import { type AddressForm, pageIn, pageText, useAddressState } from '../../lib/address-state.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { shortOrderId } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { useMayAudit } from '../frame/staff-member.ts'
import { ChoiceFilter } from '../parts/choice-filter.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Empty, Loaded, reasonOf, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { Part } from '../parts/record-list.tsx'
import { Table } from '../parts/table.tsx'
import books from './books.module.css'
import { Moment } from './moment.tsx'
import { ledgerMoment } from './moments.ts'
import { OrderLink } from './order-link.tsx'
import { type InboxEvent, type InboxStatus, inboxStatuses, inboxWord } from './words.ts'

const viewForm: AddressForm<{ status: InboxStatus | ''; page: number }> = {
  read: (query) => ({
    status: inboxStatuses.find((each) => each === query.get('status')) ?? '',
    page: pageIn(query),
  }),
  write: ({ status, page }) => ({ status, page: pageText(page) }),
}

/** Every webhook from Stripe with its status and reason, and a button that applies it again. */
export function InboxPart() {
  const mayReplay = useMayAudit()
  const [{ status, page }, setView] = useAddressState(viewForm)
  const query = useAnswer<typeof financeInbox>(
    '/api/finance/inbox',
    { query: { status: status || undefined, page, pageSize: 20 } },
    { keep: true },
  )
  return (
    <Part
      title="Webhooks received"
      actions={
        <div className={layout.filter}>
          <ChoiceFilter
            label="Status"
            value={status}
            values={inboxStatuses}
            wordOf={(each) => inboxWord(each).label}
            onChange={(chosen) => setView({ status: chosen, page: 1 })}
          />
        </div>
      }
    >
      <Loaded query={query} what="The inbox">
        {(found) =>
          found.events.length === 0 ? (
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
          )
        }
      </Loaded>
    </Part>
  )
}

const columns: readonly Column<InboxEvent>[] = [
  { id: 'received', label: 'Received, UTC', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  {
    id: 'type',
    label: 'Type',
    namesRow: true,
    className: `${layout.code} ${books.webhookType}`,
    cell: ({ id, type }) => <span title={id}>{breakable(type)}</span>,
  },
  { id: 'status', label: 'Status', cell: ({ status }) => <InboxBadge status={status} /> },
  {
    id: 'order',
    label: 'Order',
    className: layout.code,
    nowrap: true,
    cell: ({ orderId, orderKnown }) =>
      orderId === null ? (
        <span className={layout.soft}>none</span>
      ) : orderKnown ? (
        <OrderLink id={orderId} />
      ) : (
        <span className={layout.soft} title={orderId}>
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
          <span className={layout.soft}>{inboxWord(status).meaning}</span>
        ) : (
          sentence(lastError)
        )}
        {nextTry === null ? null : <p className={layout.soft}>Next attempt {ledgerMoment(nextTry)}.</p>}
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

/** Applies a webhook again. This is safe at any time: known facts are not recorded twice. */
function ReplayButton({ event }: { event: InboxEvent }) {
  const replay = useAction<typeof replayInbox>('POST', '/api/finance/inbox/:id/replay', ['/api/finance'])
  const send = (): void =>
    replay.mutate(
      { params: { id: event.id } },
      {
        onSuccess: (answer) => {
          const { label, tone } = inboxWord(answer.event.status)
          const words = `${event.type}: ${label.toLowerCase()} after another try.`
          notify[tone === 'bad' ? 'error' : 'success'](words)
        },
        onError: (failure) => notify.error(reasonOf(failure)),
      },
    )
  return (
    <Button
      size="small"
      variant="quiet"
      busy={replay.isPending}
      aria-label={`Apply again ${event.type} of ${ledgerMoment(event.receivedAt)}`}
      onClick={send}
    >
      Apply again
    </Button>
  )
}

/** The webhook as received, while its body is kept; the digest is kept permanently. */
function WebhookBody({ id }: { id: string }) {
  const query = useAnswer<typeof inboxBody>(
    '/api/finance/inbox/:id/body',
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (query.isError)
    return <Trouble what="The body" failure={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <SkeletonLines what="the body" lines={3} />
  const { body, digest, apiVersion, livemode, createdAt } = query.data
  return (
    <div className={layout.stack}>
      <p className={layout.soft}>
        {id}, created {ledgerMoment(createdAt)}, API {apiVersion ?? 'unknown'}, {livemode ? 'live' : 'test'}{' '}
        mode. SHA-256 {digest}
      </p>
      {body === null ? (
        <p>The body was deleted because of its age, or because its buyer was erased. The digest is kept.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        <pre className={books.body} tabIndex={0}>
          {body}
        </pre>
      )}
    </div>
  )
}
