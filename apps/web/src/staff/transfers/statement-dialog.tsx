import { type FormEvent, useRef, useState } from 'react'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import ledger from '../finance/ledger.module.css'
import refund from '../finance/refund.module.css'
import { reasonOf } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'
import { CsvColumns } from './csv-columns.tsx'
import { columns } from './statement-columns.tsx'
import {
  type CsvChoice,
  type CsvLook,
  lookAtCsvFile,
  previewCsvFile,
  previewStatement,
  type Statement,
  statementLimit,
  useTransferEdits,
} from './transfers-api.ts'

/** Imports a bank statement: choose the file, preview its entries, record them. */
export function StatementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [look, setLook] = useState<CsvLook>()
  const [preview, setPreview] = useState<Statement>()
  const [problem, setProblem] = useState<string>()
  const [result, setResult] = useState<Statement>()
  const [busy, setBusy] = useState(false)
  const asked = useRef(0)
  const { record } = useTransferEdits()
  const fresh =
    preview?.entries.filter(({ outcome }) => !['known', 'read-otherwise', 'failed'].includes(outcome))
      .length ?? 0
  const shown = result ?? preview

  function close(): void {
    onClose()
    setFile(undefined)
    setLook(undefined)
    setPreview(undefined)
    setResult(undefined)
    setProblem(undefined)
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (result) return close()
    if (!file) return setProblem('Statement: choose a file first.')
    if (file.size > statementLimit) return setProblem('Statement: the file must have at most 5 MB.')
    setBusy(true)
    setProblem(undefined)
    try {
      if (preview === undefined && look !== undefined) setPreview(await previewCsvFile(file, look.choice))
      else if (preview === undefined && !(await isXml(file))) setLook(await lookAtCsvFile(file))
      else if (preview === undefined) setPreview(await previewStatement(file))
      else {
        const recorded = await record(file, look?.choice)
        const applied = recorded.entries.filter(({ outcome }) => outcome === 'applied').length
        notify.success(`${wholeNumber(fresh)} recorded, ${wholeNumber(applied)} applied to orders.`)
        setResult(recorded)
      }
    } catch (failure) {
      setProblem(reasonOf(failure))
    } finally {
      setBusy(false)
    }
  }

  /** Shows how the file is read with a new choice; the choice is kept even if the file cannot be read with it. */
  async function choose(choice: CsvChoice): Promise<void> {
    if (!file) return
    asked.current += 1
    const turn = asked.current
    setProblem(undefined)
    setLook((now) => now && { ...now, choice })
    try {
      const read = await lookAtCsvFile(file, choice)
      if (turn === asked.current) setLook(read)
    } catch (failure) {
      if (turn === asked.current) setProblem(reasonOf(failure))
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      locked={busy}
      wide={look !== undefined || preview !== undefined}
      title="Import a bank statement"
      description="A camt.053 file (XML) or a CSV file from your bank. You see a preview before anything is recorded. Entries that are already recorded are skipped."
    >
      <form className={refund.form} noValidate onSubmit={(event) => void send(event)}>
        {preview === undefined && look !== undefined ? (
          <>
            {problem ? (
              <Notice tone="bad" title="Nothing was recorded." announce>
                {problem}
              </Notice>
            ) : null}
            <CsvColumns look={look} onChange={(choice) => void choose(choice)} />
          </>
        ) : shown === undefined ? (
          <Field
            type="file"
            label="Statement"
            accept=".xml,.csv,.txt,application/xml,text/xml,text/csv"
            error={problem}
            onChange={({ target }) => {
              setFile(target.files?.[0])
              setProblem(undefined)
            }}
          />
        ) : (
          <>
            {problem ? (
              <Notice tone="bad" title="Not all entries were recorded." announce>
                {problem} Recorded entries are kept; you can import the same file again.
              </Notice>
            ) : null}
            {result ? <p>This is what was recorded.</p> : null}
            <Table
              caption={`Entries of ${file?.name ?? 'the file'}`}
              columns={columns}
              rows={shown.entries.map((entry, at) => ({ ...entry, at }))}
              keyOf={({ at }) => String(at)}
              empty={<p>No incoming and no reversed payments.</p>}
            />
            {shown.others > 0 ? (
              <p className={ledger.faint}>
                {shown.others === 1
                  ? '1 more entry is an outgoing payment, a charge, or not booked yet. It is not recorded.'
                  : `${wholeNumber(shown.others)} more entries are outgoing payments, charges, or not booked yet. They are not recorded.`}
              </p>
            ) : null}
            {shown.unreadTotal > 0 ? (
              <Notice
                tone="warn"
                title={
                  shown.unreadTotal === 1
                    ? '1 part of the file is not recorded'
                    : `${wholeNumber(shown.unreadTotal)} parts of the file are not recorded`
                }
              >
                <ul>
                  {shown.unread.map(({ place, message }) => (
                    <li key={`${place} ${message}`}>
                      {place}: {message}
                    </li>
                  ))}
                </ul>
              </Notice>
            ) : null}
          </>
        )}
        <div className={refund.buttons}>
          {result ? (
            <Button type="submit" size="small">
              Done
            </Button>
          ) : (
            <Button variant="quiet" size="small" disabled={busy} onClick={close}>
              Cancel
            </Button>
          )}
          {look !== undefined && preview !== undefined && !result ? (
            <Button variant="quiet" size="small" disabled={busy} onClick={() => setPreview(undefined)}>
              Change the columns
            </Button>
          ) : null}
          {preview === undefined ? (
            <Button
              type="submit"
              size="small"
              busy={busy}
              busyText="Reading..."
              disabled={look !== undefined && look.missing.length > 0}
            >
              Preview the entries
            </Button>
          ) : fresh === 0 || result ? null : (
            <Button type="submit" size="small" busy={busy} busyText="Recording...">
              Record {wholeNumber(fresh)} {fresh === 1 ? 'entry' : 'entries'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** An XML statement begins with a bracket, after an optional byte order mark or spaces. */
const isXml = async (file: File): Promise<boolean> =>
  /^[\s\ufeff\0\ufffd]*</.test(await file.slice(0, 200).text())
