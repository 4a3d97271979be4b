import type { ownStaffAccount } from '#modules/identity/staff/contract-staff-self.ts'
import { useAnswer } from '../../lib/answers.ts'
import admin from '../admin.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnSecondFactor } from './own-second-factor.tsx'
import { SessionList } from './session-list.tsx'

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
