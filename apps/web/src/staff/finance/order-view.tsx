import { ArrowLeft, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { noteOrder } from '#modules/commerce/finance/search/contract-actions.ts'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { useAction } from '../../lib/answers.ts'
import { shortOrderId } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { useMayAudit } from '../frame/staff-member.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { withMoney } from '../parts/amounts.ts'
import layout from '../parts/layout.module.css'
import { Empty, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { keptPermanently } from '../parts/reason.ts'
import { IssuedDocuments } from './issued-documents.tsx'
import ledger from './ledger.module.css'
import styles from './order.module.css'
import { financeAnswers, type OrderState } from './order-answers.ts'
import { OrderEvidence } from './order-evidence.tsx'
import { OrderFacts } from './order-facts.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { refundablePayments, refundUnderWay } from './refundable.ts'
import { StateAtVersion } from './state-at-version.tsx'
import { StatusBadges } from './status-badges.tsx'
import { Timeline } from './timeline.tsx'
import { useOrderRow, useOrderStream } from './use-order.ts'
import { VersionSlider } from './version-slider.tsx'

/** The shown version, kept in the address; absent for the latest. */
const versionForm: AddressForm<number | undefined> = {
  read: (query) => Number(/^[1-9]\d{0,5}$/.exec(query.get('version') ?? '')?.[0]) || undefined,
  write: (version) => ({ version: version === undefined ? '' : String(version) }),
}

/** The address without the version: the filters of the list. */
function withoutVersion(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('version')
  return query.size === 0 ? '' : `?${query}`
}

/** One order: its facts, its timeline, its state at any version, and its actions. */
export function OrderView({ id }: { id: string }) {
  const mayAudit = useMayAudit()
  const row = useOrderRow(id)
  const stream = useOrderStream(id, mayAudit)
  const [pinned, setPinned] = useAddressState(versionForm)
  const { search } = useLocation()
  const [refunding, setRefunding] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const { now, events, latest } = stream
  const shown = Math.min(pinned ?? latest, latest)
  const news = latest - stream.firstSeen
  const payments = now ? refundablePayments(now) : []
  const order = now ?? row.data ?? undefined
  const missing = row.data === null && order === undefined
  const flags = now ? now.flags.map(({ reason }) => reason) : (row.data?.flags ?? [])

  return (
    <article className={ledger.panel} aria-labelledby="order-heading">
      <div className={styles.head}>
        <ButtonLink
          size="small"
          variant="quiet"
          icon={<ArrowLeft aria-hidden="true" />}
          to={`/admin/orders${withoutVersion(search)}`}
        >
          All orders
        </ButtonLink>
        <div className={styles.title}>
          <h2 id="order-heading" ref={heading} tabIndex={-1} className={ledger.heading}>
            Order <span className={styles.shortOrderId}>{shortOrderId(id)}</span>
          </h2>
          {order ? <StatusBadges status={order.status} disputed={order.disputed} flags={flags} /> : null}
        </div>
        {mayAudit && !missing ? (
          <Button
            size="small"
            icon={<Undo2 aria-hidden="true" />}
            disabled={payments.length === 0}
            onClick={() => setRefunding(true)}
          >
            Refund
          </Button>
        ) : null}
      </div>
      {order ? (
        <OrderFacts
          id={id}
          order={order}
          email={row.data?.email}
          buyer={[row.data?.buyerName, row.data?.company]}
          isLoading={row.isPending}
        />
      ) : missing ? (
        <NoOrder />
      ) : row.isError ? (
        <Trouble what="The order" failure={row.error} onRetry={() => void row.refetch()} />
      ) : (
        <SkeletonLines what="the order" lines={2} />
      )}
      <p className="visually-hidden" role="status">
        {news > 0 ? `${news} new ${news === 1 ? 'event was' : 'events were'} recorded.` : ''}
      </p>
      {now && refundUnderWay(now) ? (
        <Notice tone="warn" title="A refund is in progress." announce>
          Stripe's answer appears in the timeline as soon as it is recorded.
        </Notice>
      ) : null}
      {missing ? null : !mayAudit ? (
        <Notice tone="info" title="The timeline requires the finance role.">
          Your role can view lists. Ask an owner if you need the events of an order.
        </Notice>
      ) : stream.failure ? (
        <Trouble what="The timeline" failure={stream.failure} onRetry={stream.retry} />
      ) : events === undefined || now === undefined ? (
        <SkeletonLines what="the timeline" />
      ) : (
        <>
          <Timeline
            events={events}
            actors={stream.actors}
            shown={shown}
            firstSeen={stream.firstSeen}
            onShow={(version) => setPinned(version, 'later')}
          />
          <VersionSlider
            events={events}
            shown={shown}
            onShow={(version) => setPinned(version === latest ? undefined : version, 'later')}
          />
          <StateAtVersion id={id} version={shown} latest={latest} />
          <div className={styles.columns}>
            <IssuedDocuments order={now} />
            <NoteForm id={id} notes={now.notes} />
          </div>
          <OrderEvidence id={id} version={latest} actors={stream.actors} />
        </>
      )}
      {now ? (
        <RefundDialog
          id={id}
          payments={payments}
          events={events ?? []}
          actors={stream.actors}
          open={refunding}
          onClose={() => setRefunding(false)}
        />
      ) : null}
    </article>
  )
}

/** Quotes share the id of their later order, and payments can name an order that was never recorded. */
function NoOrder() {
  return (
    <Empty title="Order not found.">
      No order with this id is recorded. If it is the id of a quote, the order appears here once the company
      accepts the quote: see <Link to="/admin/finance/quotes">Quotes</Link>. If a payment names it, see{' '}
      <Link to="/admin/finance/reconciliation">Reconciliation</Link>.
    </Empty>
  )
}

/** Remarks on the order; they are events and cannot be removed. */
function NoteForm({ id, notes }: { id: string; notes: OrderState['notes'] }) {
  const add = useAction<typeof noteOrder>('POST', '/api/finance/orders/:id/notes', financeAnswers)
  return (
    <section aria-labelledby="notes-heading" className={layout.stack}>
      <h3 id="notes-heading" className={layout.heading}>
        Remarks
      </h3>
      {notes.length > 0 ? (
        <ul className={styles.notes}>
          {notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: remarks are only ever added at the end
            <li key={index}>{withMoney(note.text)}</li>
          ))}
        </ul>
      ) : null}
      <ActionForm
        start={{ text: '' }}
        className={layout.form}
        send={({ text }) => add.mutateAsync({ params: { id }, body: { text: text.trim() } })}
        done={(_, reset) => reset()}
      >
        {({ input, busy }) => (
          <>
            <TextArea
              {...input('text', 'Add a remark', {
                validate: (text) => text.trim().length >= 3 || 'Remark: write at least a few words.',
              })}
              rows={2}
              maxLength={500}
              help={keptPermanently}
            />
            <div className={layout.buttons}>
              <Button type="submit" size="small" variant="secondary" busy={busy} busyText="Adding...">
                Add remark
              </Button>
            </div>
          </>
        )}
      </ActionForm>
    </section>
  )
}
