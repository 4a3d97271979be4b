import { checkConfirmPassword, checkPassword } from '#modules/identity/rules.ts'
import type { changeOwnStaffPassword } from '#modules/identity/staff/contract-staff-self.ts'
import { useAction } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import admin from '../admin.module.css'
import { ActionForm } from '../parts/action-form.tsx'
import { accountLists } from './roles.ts'
import styles from './staff.module.css'

/** Changes the password of the own account and ends every other session. */
export function OwnPassword({ username }: { username: string }) {
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
