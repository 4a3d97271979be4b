import { type RefObject, useEffect, useRef, useState } from 'react'
import { messages } from '#modules/identity/rules.ts'
import { useConfig } from '../../lib/config.ts'
import { times } from '../../lib/constants.ts'
import { FieldError } from '../../ui/field.tsx'
import styles from './challenge.module.css'
import { isTestMode, loadTurnstile, surroundings, type Turnstile } from './challenge-script.ts'

export interface ChallengeState {
  /** False where no site key is configured or a test drives the page: then nothing is shown or demanded. */
  active: boolean
  token: string | undefined
  error: string | undefined
  container: RefObject<HTMLDivElement | null>
  /** False, with the sentence shown, when a token is needed and missing. */
  ready: () => boolean
  /** Throws the used token away and asks for another: a token counts once. */
  renew: () => void
  /** Shows the server's word on the token. */
  fail: (text: string) => void
}

/** The bot check of one form. */
export function useChallenge(): ChallengeState {
  const { turnstileSiteKey: siteKey } = useConfig()
  const [active, setActive] = useState(false)
  const [token, setToken] = useState<string>()
  const [error, setError] = useState<string>()
  const container = useRef<HTMLDivElement>(null)
  const widget = useRef<{ turnstile: Turnstile; id: string } | undefined>(undefined)

  useEffect(() => setActive(siteKey !== '' && !isTestMode(surroundings())), [siteKey])

  useEffect(() => {
    const element = container.current
    if (!active || !element) return
    let gone = false
    const fail = (text: string) => {
      setToken(undefined)
      setError(text)
    }
    loadTurnstile().then(
      (turnstile) => {
        if (gone) return
        const id = turnstile.render(element, {
          sitekey: siteKey,
          theme: 'auto',
          size: 'flexible',
          'retry-interval': times.challengeRetry,
          callback: (fresh: string) => {
            setError(undefined)
            setToken(fresh)
          },
          'error-callback': () => fail(messages.challengeFailed),
          'expired-callback': () => fail(messages.challengeExpired),
          'timeout-callback': () => fail(messages.challengeExpired),
        })
        widget.current = { turnstile, id }
      },
      () => {
        if (!gone) fail(messages.challengeFailed)
      },
    )
    return () => {
      gone = true
      widget.current?.turnstile.remove(widget.current.id)
      widget.current = undefined
    }
  }, [active, siteKey])

  function renew(): void {
    setToken(undefined)
    widget.current?.turnstile.reset(widget.current.id)
  }

  function ready(): boolean {
    if (!active || token) return true
    setError(messages.challengeMissing)
    return false
  }

  return { active, token, error, container, ready, renew, fail: setError }
}

/** The widget and its error line; nothing when the check is not active. */
export function Challenge({ state }: { state: ChallengeState }) {
  if (!state.active) return null
  return (
    <div className={styles.challenge}>
      <div ref={state.container} className={styles.widget} />
      <FieldError id="challenge-error" text={state.error} />
    </div>
  )
}
