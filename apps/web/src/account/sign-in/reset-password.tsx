import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useSignedOut } from '../../lib/auth.ts'
import { notify } from '../../lib/notify.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { ResetPasswordForm } from './reset-forms.tsx'

/** The page of the mailed link. The token is removed from the address at once. */
export function Page() {
  const [query] = useSearchParams()
  const [token] = useState(() => query.get('token') ?? '')
  const navigate = useNavigate()
  const signedOut = useSignedOut()

  useEffect(() => {
    if (query.has('token')) window.history.replaceState(window.history.state, '', '/reset-password')
  }, [query])

  return (
    <AccountFrame
      title="Reset Password"
      heading="Set a new password"
      lead={
        token
          ? 'Choose a password that you do not use elsewhere. You will be signed out everywhere and can sign in with the new password.'
          : null
      }
    >
      {token ? (
        <ResetPasswordForm
          token={token}
          onDone={() => {
            signedOut()
            notify.success('Password changed successfully')
            navigate('/login', { replace: true })
          }}
        />
      ) : (
        <Notice
          tone="bad"
          title="This link is incomplete"
          announce
          actions={<ButtonLink to="/forgot-password">Request a new link</ButtonLink>}
        >
          <p>Open the link from the email again, or request a new one.</p>
        </Notice>
      )}
    </AccountFrame>
  )
}
