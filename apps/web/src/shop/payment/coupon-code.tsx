import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './coupon-code.module.css'

interface CouponCodeProps {
  /** Whether a code is applied. */
  applied: boolean
  /** Applies the code, or removes it for ''; returns an error message if it fails. */
  apply: (code: string) => Promise<string | undefined>
}

/** The field for a coupon code, collapsed at first; the button to remove the code once it is applied. */
export function CouponCode({ applied, apply }: CouponCodeProps) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function use(typed: string): Promise<void> {
    setBusy(true)
    setProblem(await apply(typed))
    setBusy(false)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (code.trim() === '') setProblem('Code: please enter your code.')
    else void use(code.trim())
  }

  if (applied)
    return (
      <div className={styles.applied}>
        <Button size="small" variant="quiet" busy={busy} busyText="Removing..." onClick={() => void use('')}>
          Remove the code
        </Button>
        {problem ? <p role="alert">{problem}</p> : null}
      </div>
    )
  return (
    <details className={styles.code}>
      <summary>I have a code</summary>
      <form noValidate onSubmit={submit}>
        <Field
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={code}
          error={problem}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="secondary" busy={busy} busyText="Checking...">
          Apply
        </Button>
      </form>
    </details>
  )
}
