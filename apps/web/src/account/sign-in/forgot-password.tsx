import { AccountFrame } from '../account-frame.tsx'
import { ForgotPasswordForm } from './reset-forms.tsx'

export function Page() {
  return (
    <AccountFrame
      title="Forgot Password"
      heading="Set a new password"
      lead="Enter your email and we will send you a link to set a new one."
    >
      <ForgotPasswordForm />
    </AccountFrame>
  )
}
