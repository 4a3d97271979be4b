import { type FormEvent, useEffect, useRef, useState } from 'react'
import { hasCode, saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { saveJson } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, FormProblem } from '../../ui/field.tsx'
import { eraseMe, exportMyData } from '../api.ts'
import styles from '../forms.module.css'
import panel from '../panel.module.css'
import { PasswordField } from '../password-field.tsx'

/** Export of the account's data, and erasure of the account. */
export function MyDataPanel({ onErased }: { onErased: () => void }) {
  const [exporting, setExporting] = useState(false)
  const [asking, setAsking] = useState(false)

  async function download(): Promise<void> {
    setExporting(true)
    try {
      const { exportedAt, data } = await exportMyData()
      saveJson({ exportedAt, data }, `my-data-${exportedAt.slice(0, 10)}.json`)
    } catch (failure) {
      notify.error(saidByServer(failure) ?? 'Your data could not be exported. Please try again.')
    } finally {
      setExporting(false)
    }
  }

  return (
    <section className={panel.panel} aria-labelledby="data-heading">
      <div>
        <h2 id="data-heading">Your data</h2>
        <p className={panel.note}>
          Export everything we store about you as one file, or erase your account. We keep issued invoices for
          as long as the law requires; everything else that names you is erased. The labs you attended are
          kept under the number of your order, without your name, for at least three years, as SHRM and PMI
          ask of providers. Save your record of hours first.
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          busy={exporting}
          busyText="Preparing..."
          onClick={() => void download()}
        >
          Export my data
        </Button>
        <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
          Erase my account
        </Button>
      </div>
      <EraseDialog open={asking} onClose={() => setAsking(false)} onErased={onErased} />
    </section>
  )
}

function EraseDialog({
  open,
  onClose,
  onErased,
}: {
  open: boolean
  onClose: () => void
  onErased: () => void
}) {
  const [sure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (wrong !== undefined && !busy)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong, busy])

  async function erase(event: FormEvent): Promise<void> {
    event.preventDefault()
    setProblem(undefined)
    setWrong(password === '' ? 'Password is required' : undefined)
    if (password === '') return
    setBusy(true)
    try {
      await eraseMe(password)
      onErased()
    } catch (failure) {
      if (hasCode(failure, 'INVALID_PASSWORD')) setWrong(saidByServer(failure))
      else setProblem(saidByServer(failure) ?? 'Your account could not be erased. Please try again.')
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      narrow
      title="Erase your account?"
      description="You lose access to the program, your orders and this account. This cannot be undone."
    >
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void erase(event)}>
        <Checkbox
          label="I understand that my access ends and that the account cannot be restored."
          checked={sure}
          onChange={(event) => setSure(event.target.checked)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={wrong}
          onChange={(event) => setPassword(event.target.value)}
        />
        <FormProblem text={problem} />
        <div className={styles.actions}>
          <Button type="submit" disabled={!sure} busy={busy} busyText="Erasing...">
            Erase my account
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Keep my account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
