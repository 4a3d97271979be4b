import { AccountFrame } from '../account-frame.tsx'
import { ForgotPasswordForm } from './reset-forms.tsx'

export function Page() {
  return (
    <AccountFrame
      title="Forgot Password"
      heading="Set a new password"
      lead="Tell us your email and we send a link to set a new one."
    >
      <ForgotPasswordForm />
    </AccountFrame>
  )
}
