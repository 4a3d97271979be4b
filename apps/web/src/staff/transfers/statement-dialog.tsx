import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { voidImport } from '#modules/commerce/finance/bank-transfers/contract.ts'
import { staffKey, useAction } from '../../lib/answers.ts'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import refund from '../finance/refund.module.css'
import { reasonOf } from '../parts/loading-states.tsx'
import { CsvColumns } from './csv-columns.tsx'
import {
  type CsvChoice,
  type CsvLook,
  type RecordedStatement,
  sendStatement,
  statementLimit,
} from './send-statement.ts'
import { StatementEntries } from './statement-entries.tsx'
import { transferAnswers } from './transfer-choices.ts'

const notNew = ['known', 'read-otherwise', 'failed']

/** Imports a bank statement: choose the file, preview its entries, record them. What was recorded can be taken back at once. */
export function StatementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [look, setLook] = useState<CsvLook>()
  const [preview, setPreview] = useState<RecordedStatement>()
  const [problem, setProblem] = useState<string>()
  const [result, setResult] = useState<RecordedStatement>()
  const [busy, setBusy] = useState(false)
  const asked = useRef(0)
  const client = useQueryClient()
  const takeBack = useAction<typeof voidImport>(
    'POST',
    '/api/finance/bank-statements/:id/mistake',
    transferAnswers,
  )
  const fresh = preview?.entries.filter(({ outcome }) => !notNew.includes(outcome)).length ?? 0
  const shown = result ?? preview
  const problemTitle = result
    ? 'Nothing was taken back.'
    : shown
      ? 'Not all entries were recorded.'
      : 'Nothing was recorded.'

  /** Back to the first step; with `kept` to the columns of the same file. */
  function restart(kept: { file?: File | undefined; look?: CsvLook | undefined } = {}): void {
    setFile(kept.file)
    setLook(kept.look)
    setPreview(undefined)
    setResult(undefined)
    setProblem(undefined)
  }

  function close(): void {
    onClose()
    restart()
  }

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (failure) {
      setProblem(reasonOf(failure))
    } finally {
      setBusy(false)
    }
  }

  async function record(statement: File): Promise<void> {
    try {
      const recorded = await sendStatement<RecordedStatement>(look ? '/csv' : '', statement, look?.choice)
      const applied = recorded.entries.filter(({ outcome }) => outcome === 'applied').length
      notify.success(`${wholeNumber(fresh)} recorded, ${wholeNumber(applied)} applied to orders.`)
      setResult(recorded)
    } finally {
      // Also after a refusal: a part may be recorded.
      void client.invalidateQueries({ queryKey: [staffKey] })
    }
  }

  function send(event: FormEvent): void {
    event.preventDefault()
    if (result) close()
    else if (!file) setProblem('Statement: choose a file first.')
    else if (file.size > statementLimit) setProblem('Statement: the file must have at most 5 MB.')
    else void next(file)
  }

  /** The next step: how the file is read, what it would record, and recording it. */
  const next = (file: File): Promise<void> =>
    run(async () => {
      if (preview !== undefined) await record(file)
      else if (look !== undefined)
        setPreview(await sendStatement<RecordedStatement>('/csv/preview', file, look.choice))
      else if (await isXml(file)) setPreview(await sendStatement<RecordedStatement>('/preview', file))
      else setLook(await sendStatement<CsvLook>('/csv/look', file))
    })

  /** After a wrong import: the file is read again, differently. */
  const undo = (id: string): Promise<void> =>
    run(async () => {
      const { mistaken, kept } = await takeBack.mutateAsync({
        params: { id },
        body: { reason: 'Taken back right after the import' },
      })
      notify.success(
        `${wholeNumber(mistaken)} taken back.${kept > 0 ? ` ${wholeNumber(kept)} applied or returned: not taken back.` : ''}`,
      )
      restart({ file: look && file, look })
    })

  /** Shows how the file is read with a new choice; the choice is kept even if the file cannot be read with it. */
  async function choose(choice: CsvChoice): Promise<void> {
    if (!file) return
    asked.current += 1
    const turn = asked.current
    setProblem(undefined)
    setLook((now) => now && { ...now, choice })
    try {
      const read = await sendStatement<CsvLook>('/csv/look', file, choice)
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
      <form className={refund.form} noValidate onSubmit={send}>
        {problem && (look || shown) ? (
          <Notice tone="bad" title={problemTitle} announce>
            {problem}
            {shown && !result ? ' Recorded entries are kept; you can import the same file again.' : ''}
          </Notice>
        ) : null}
        {shown ? (
          <StatementEntries statement={shown} of={file?.name ?? 'the file'} isResult={result !== undefined} />
        ) : look ? (
          <CsvColumns look={look} onChange={(choice) => void choose(choice)} />
        ) : (
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
        )}
        <div className={refund.buttons}>
          {result ? (
            <>
              {result.importId !== null && fresh > 0 ? (
                <Button
                  variant="quiet"
                  size="small"
                  disabled={busy}
                  onClick={() => void undo(result.importId ?? '')}
                >
                  Take this import back
                </Button>
              ) : null}
              <Button type="submit" size="small">
                Done
              </Button>
            </>
          ) : (
            <Button variant="quiet" size="small" disabled={busy} onClick={close}>
              Cancel
            </Button>
          )}
          {look && preview && !result ? (
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
