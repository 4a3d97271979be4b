import { type FormEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type {
  confirmOwnSecondFactor,
  offerOwnSecondFactor,
  ownStaffAccount,
} from '#modules/identity/staff/contract-staff-self.ts'
import { useAction } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormProblem } from '../../ui/field.tsx'
import { Badge } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import type { Enrolment } from '../api.ts'
import { focusFirst } from '../parts/focus-first.ts'
import { AuthenticatorKey } from '../sign-in/authenticator-key.tsx'
import { accountLists } from './roles.ts'
import styles from './staff.module.css'

const path = '/api/admin/account/second-factor'

type Name = 'password' | 'totp' | 'code'
type Errors = Partial<Record<Name | 'form', string>>

/** The second factor of the own account: its state, and the form to set it up or replace it. */
export function OwnSecondFactor({ account }: { account: AnswerOf<typeof ownStaffAccount> }) {
  const offer = useAction<typeof offerOwnSecondFactor>('POST', path, [])
  const confirm = useAction<typeof confirmOwnSecondFactor>('PUT', path, accountLists)
  const [open, setOpen] = useState(false)
  const [offered, setOffered] = useState<Enrolment>()
  const [values, setValues] = useState<Record<Name, string>>({ password: '', totp: '', code: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const replaces = account.secondFactor
  const form = useRefusedFocus(errors)
  // Each step moves the focus to its first field.
  useEffect(() => {
    if (open || offered !== undefined) form.current?.querySelector('input')?.focus()
  }, [open, offered, form])

  function close(): void {
    // Rendered at once: after an answer of the server, the button might not exist yet when it should take the focus.
    flushSync(() => {
      setOpen(false)
      setOffered(undefined)
      setValues({ password: '', totp: '', code: '' })
      setErrors({})
    })
    focusFirst('open-second-factor')
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    try {
      if (offered === undefined) {
        const { password, totp } = values
        setOffered(await offer.mutateAsync({ body: { password, ...(replaces && { totp }) } }))
      } else {
        await confirm.mutateAsync({ body: { token: offered.token, code: values.code } })
        close()
        notify.success('Your second factor is set up. Every other session has ended.')
      }
    } catch (failure) {
      const refused = problemsByInput(failure, (path) =>
        path === 'password' || path === 'totp' || path === 'code' ? path : undefined,
      )
      const message = saidByServer(failure) ?? 'The second factor could not be set up. Please try again.'
      setErrors(Object.keys(refused).length > 0 ? refused : { form: message })
    } finally {
      setBusy(false)
    }
  }

  const digits = (name: 'totp' | 'code', label: string) => (
    <Field
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      value={values[name]}
      error={errors[name]}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  )
  return (
    <section className={admin.stack} aria-labelledby="own-second-factor">
      <h3 className={admin.subhead} id="own-second-factor">
        Second factor
      </h3>
      <p>
        <Badge tone={replaces ? 'good' : 'warn'}>{replaces ? 'Set up' : 'Not set up'}</Badge>
      </p>
      <p className={admin.faint}>
        With a second factor, signing in also requires the six-digit code from an authenticator app on your
        phone. If you lose the app, an owner can remove the second factor.
      </p>
      {open ? (
        <form ref={form} className={styles.ownForm} noValidate onSubmit={(event) => void submit(event)}>
          <FormProblem text={errors.form} />
          {offered === undefined ? (
            <>
              <Field
                label="Your password"
                name="password"
                type="password"
                autoComplete="current-password"
                required
                value={values.password}
                error={errors.password}
                onChange={(event) => setValues({ ...values, password: event.target.value })}
              />
              {replaces ? digits('totp', 'Code from your current app') : null}
            </>
          ) : (
            <>
              <AuthenticatorKey enrolment={offered} />
              {digits('code', 'Six-digit code from the app')}
            </>
          )}
          <div className={styles.actions}>
            <Button type="submit" size="small" busy={busy} busyText="Checking...">
              {offered === undefined ? 'Continue' : 'Set it up'}
            </Button>
            <Button size="small" variant="secondary" disabled={busy} onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <Button id="open-second-factor" size="small" variant="secondary" onClick={() => setOpen(true)}>
          {replaces ? 'Use another app' : 'Set up a second factor'}
        </Button>
      )}
    </section>
  )
}
