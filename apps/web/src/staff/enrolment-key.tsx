import { Notice } from '../ui/surface.tsx'
import type { Enrolment } from './api.ts'
import { AuthenticatorKey } from './authenticator-key.tsx'

/** The key to add to an authenticator app before the account can be used. */
export function EnrolmentKey({ enrolment }: { enrolment: Enrolment }) {
  return (
    <Notice tone="info" title="This account needs a second factor." announce>
      <AuthenticatorKey enrolment={enrolment} />
    </Notice>
  )
}
