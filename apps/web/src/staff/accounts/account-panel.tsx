import { checkConfirmPassword, checkPassword } from '#modules/identity/rules.ts'
import type { changeOwnStaffPassword, ownStaffAccount } from '#modules/identity/staff/contract-staff-self.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import admin from '../admin.module.css'
import { ActionForm } from '../parts/action-form.tsx'
import { Loaded } from '../parts/loading-states.tsx'
import { OwnSecondFactor } from './own-second-factor.tsx'
import { accountLists } from './roles.ts'
import { SessionList } from './session-list.tsx'
import styles from './staff.module.css'

/** The tab "Your account": password, second factor and sessions of the signed-in member of staff. */
export function AccountPanel() {
  const account = useAnswer<typeof ownStaffAccount>('/api/admin/account', {})
  return (
    <div className={admin.stack}>
      <header className={admin.pageHead}>
        <h2>Your account</h2>
      </header>
      <Loaded query={account} what="Your account">
        {(own) => (
          <>
            <OwnPassword username={own.username} />
            <OwnSecondFactor account={own} />
            <section className={admin.stack} aria-labelledby="own-sessions">
              <h3 className={admin.subhead} id="own-sessions">
                Where you are signed in
              </h3>
              <p className={admin.faint}>
                End any session you do not recognize, then change your password. A session ends automatically
                after 60 minutes of inactivity, and after eight hours in any case.
              </p>
              <SessionList sessions={own.sessions} />
            </section>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Changes the password of the own account and ends every other session. */
function OwnPassword({ username }: { username: string }) {
  const change = useAction<typeof changeOwnStaffPassword>('POST', '/api/admin/account/password', accountLists)
  return (
    <section className={admin.stack} aria-labelledby="own-password">
      <h3 className={admin.subhead} id="own-password">
        Password
      </h3>
      <ActionForm
        className={styles.ownForm}
        start={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
        send={({ currentPassword, newPassword }) =>
          change.mutateAsync({ body: { currentPassword, newPassword } })
        }
        done={(_, reset) => {
          reset()
          notify.success('Your password is changed. Every other session has ended.')
        }}
      >
        {({ input, busy }) => (
          <>
            <input type="hidden" autoComplete="username" name="username" value={username} />
            <Field
              {...input('currentPassword', 'Current password', { required: 'Enter your current password.' })}
              type="password"
              autoComplete="current-password"
            />
            <Field
              {...input('newPassword', 'New password', {
                validate: (typed) => checkPassword(typed) ?? true,
              })}
              type="password"
              autoComplete="new-password"
            />
            <Field
              {...input('confirmPassword', 'Confirm new password', {
                validate: (typed, { newPassword }) => checkConfirmPassword(newPassword, typed) ?? true,
              })}
              type="password"
              autoComplete="new-password"
            />
            <Button type="submit" size="small" busy={busy} busyText="Changing...">
              Change password
            </Button>
          </>
        )}
      </ActionForm>
    </section>
  )
}
