import { type FormEvent, useState } from 'react'
import { money, wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import ledger from '../finance/ledger.module.css'
import { OrderLink } from '../finance/order-link.tsx'
import refund from '../finance/refund.module.css'
import type { Column } from '../parts/column.ts'
import { reasonOf } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'
import {
  previewStatement,
  type Statement,
  type StatementEntry,
  statementLimit,
  useTransferEdits,
} from './transfers-api.ts'

/** Choosing a statement of the bank, seeing what it would record, and recording it. */
export function StatementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<Statement>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { record } = useTransferEdits()
  const fresh =
    preview?.entries.filter(({ outcome }) => outcome !== 'known' && outcome !== 'failed').length ?? 0

  function close(): void {
    onClose()
    setFile(undefined)
    setPreview(undefined)
    setProblem(undefined)
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!file) return setProblem('Statement: choose a file first.')
    if (file.size > statementLimit) return setProblem('Statement: the file must have at most 5 MB.')
    setBusy(true)
    setProblem(undefined)
    try {
      if (preview === undefined) setPreview(await previewStatement(file))
      else {
        const { entries } = await record(file)
        const applied = entries.filter(({ outcome }) => outcome === 'applied').length
        notify.success(`${wholeNumber(fresh)} recorded, ${wholeNumber(applied)} applied to orders.`)
        close()
      }
    } catch (failure) {
      setProblem(reasonOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      locked={busy}
      title="Import a bank statement"
      description="The file camt.053 (XML) from your bank. You see what it would record before anything is. An entry that an earlier file brought is recorded once."
    >
      <form className={refund.form} noValidate onSubmit={(event) => void send(event)}>
        {preview === undefined ? (
          <Field
            type="file"
            label="Statement"
            accept=".xml,application/xml,text/xml"
            error={problem}
            onChange={({ target }) => {
              setFile(target.files?.[0])
              setProblem(undefined)
            }}
          />
        ) : (
          <>
            {problem ? (
              <Notice tone="bad" title="Not all was recorded." announce>
                {problem} What was recorded stays; the same file can be imported again.
              </Notice>
            ) : null}
            <Table
              caption={`What ${file?.name ?? 'the file'} records`}
              columns={columns}
              rows={preview.entries.map((entry, at) => ({ ...entry, at }))}
              keyOf={({ at }) => String(at)}
              empty={<p>No payment that came in, and none that was taken back.</p>}
            />
            {preview.others > 0 ? (
              <p className={ledger.faint}>
                {preview.others === 1
                  ? '1 more entry is a payment out, a charge, or not booked yet: nothing is recorded of it.'
                  : `${wholeNumber(preview.others)} more entries are payments out, charges, or not booked yet: nothing is recorded of them.`}
              </p>
            ) : null}
          </>
        )}
        <div className={refund.buttons}>
          <Button variant="quiet" size="small" disabled={busy} onClick={close}>
            Cancel
          </Button>
          {preview === undefined ? (
            <Button type="submit" size="small" busy={busy} busyText="Reading...">
              Show what it records
            </Button>
          ) : fresh === 0 ? null : (
            <Button type="submit" size="small" busy={busy} busyText="Recording...">
              Record {wholeNumber(fresh)} {fresh === 1 ? 'entry' : 'entries'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

const outcomes: Record<StatementEntry['outcome'], { label: string; tone: 'good' | 'warn' | 'info' }> = {
  applied: { label: 'Applied', tone: 'good' },
  unassigned: { label: 'Unassigned', tone: 'warn' },
  known: { label: 'Known already', tone: 'info' },
  returned: { label: 'Taken back', tone: 'warn' },
  unmatched: { label: 'Left to you', tone: 'warn' },
  failed: { label: 'Not recorded: import the file again later', tone: 'warn' },
}

const reasons: Record<NonNullable<StatementEntry['reason']>, string> = {
  'no-reference': 'no reference of an order',
  'unknown-reference': 'no order has this reference',
  'order-paid': 'the order is paid already',
  'order-cancelled': 'the order is cancelled',
  'other-currency': 'the order is of another currency',
  excess: 'more than the order lacks: the rest stays unassigned',
  'no-transfer': 'a payment taken back that is not in the list: find it and record its return',
  'several-transfers': 'a payment taken back that may be one of several: record its return yourself',
  'own-payment': 'a payment of yours that came back: look who is to have it',
}

const columns: Column<StatementEntry & { at: number }>[] = [
  { id: 'booked', label: 'Booked', nowrap: true, cell: ({ bookedOn }) => bookedOn },
  {
    id: 'sender',
    label: 'Sender',
    namesRow: true,
    cell: ({ senderName, remittance }) => (
      <>
        <bdi>{senderName ?? 'no name'}</bdi>
        <div className={ledger.faint}>
          <bdi>{remittance}</bdi>
        </div>
      </>
    ),
  },
  {
    id: 'amount',
    label: 'Amount',
    numeric: true,
    cell: ({ kind, amount, currency }) => `${kind === 'reversal' ? '−' : ''}${money(amount, currency)}`,
  },
  {
    id: 'outcome',
    label: 'What is recorded',
    cell: ({ outcome, reason, applied, currency }) => (
      <>
        <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
        {applied.map(({ orderId, amount }) => (
          <div key={orderId}>
            {money(amount, currency)} to order{' '}
            <span className={ledger.code}>
              <OrderLink id={orderId} />
            </span>
          </div>
        ))}
        {reason === null ? null : <div className={ledger.faint}>{reasons[reason]}</div>}
      </>
    ),
  },
]
