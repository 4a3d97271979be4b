import { useState } from 'react'
import { Link } from 'react-router-dom'
import { accountHref } from '../../shop/program/product.ts'
import { ProductBox } from '../../shop/program/product-box.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { CodeStep } from '../sign-up/code-step.tsx'
import { ArrivedNote } from './arrived-note.tsx'
import { LoginForm } from './login-form.tsx'
import { signInTexts, useArrival, verifiedTexts } from './use-arrival.ts'

/** Sign-in; an account whose e-mail is not verified yet enters its code here. */
export function Page() {
  const { given, product, passing, arrive } = useArrival()
  const [unverified, setUnverified] = useState<string>()
  const [signedIn, setSignedIn] = useState(false)
  const arrived = signedIn || passing

  return (
    <AccountFrame
      title="Sign In"
      heading={unverified && !arrived ? 'Check your email' : 'Welcome Back'}
      lead={
        unverified || arrived ? null : (
          <>
            New here? <Link to={accountHref('/signup', given, product)}>Create an account</Link>
          </>
        )
      }
      aside={product ? <ProductBox product={product} /> : null}
    >
      {arrived ? (
        <ArrivedNote />
      ) : unverified ? (
        <CodeStep
          email={unverified}
          onVerified={(user) => {
            setSignedIn(true)
            arrive(user, verifiedTexts)
          }}
          onLost={() => setUnverified(undefined)}
          onBack={() => setUnverified(undefined)}
        />
      ) : (
        <LoginForm
          onUnverified={setUnverified}
          onSignedIn={(user) => {
            setSignedIn(true)
            arrive(user, signInTexts)
          }}
        />
      )}
    </AccountFrame>
  )
}
