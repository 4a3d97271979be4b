import { useSearchParams } from 'react-router-dom'
import type { ProviderProblem, staffProvider } from '#modules/identity/staff/contract-provider.ts'
import { useAnswer } from '../../lib/answers.ts'
import { keys, local } from '../../lib/storage.ts'
import { linkClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'

const problems: Record<ProviderProblem, string> = {
  PROVIDER_AWAY: 'It does not answer. Please try again later. An owner with a password can sign in below.',
  PROVIDER_EXPIRED: 'It took too long, or was begun in another window. Please try again.',
  PROVIDER_REFUSED: 'Its answer was not valid. Please try again.',
  PROVIDER_UNVERIFIED: 'Your email address is not verified there.',
  PROVIDER_UNKNOWN: 'No account here has your address. Ask an owner to add it.',
  PROVIDER_DISABLED: 'Your account is disabled. Ask an owner to enable it.',
}

/** The sign-in with the company's identity provider, where there is one, and why the last one failed. */
export function ProviderLink() {
  const [query] = useSearchParams()
  const name = useAnswer<typeof staffProvider>('/api/auth/provider', {}).data?.name ?? null
  const problem = problems[query.get('sign-in') as ProviderProblem]
  if (name === null) return null
  return (
    <>
      {problem === undefined ? null : (
        <Notice tone="bad" title={`You could not be signed in with ${name}.`} announce>
          {problem}
        </Notice>
      )}
      <a
        className={linkClass({ variant: 'secondary', wide: true })}
        href="/api/auth/provider/start"
        onClick={() => local.remove(keys.staffLogout)}
      >
        Sign in with {name}
      </a>
    </>
  )
}
