import { type RefObject, useEffect, useRef, useState } from 'react'
import { isChallenged, loadTurnstile, surroundings, type Turnstile } from '../lib/challenge-script.ts'
import { useConfig } from '../lib/config.ts'
import styles from './challenge.module.css'
import { FieldError } from './field.tsx'

const words = {
  missing: 'Please complete the security verification.',
  failed: 'Security verification failed. Please try again.',
  expired: 'Security verification expired. Please try again.',
} as const

export interface ChallengeState {
  /** False if no site key is configured or a test drives the page: then nothing is shown or required. */
  active: boolean
  token: string | undefined
  error: string | undefined
  container: RefObject<HTMLDivElement | null>
  /** Returns false and shows an error if a required token is missing. */
  ready: () => boolean
  /** Discards the used token and requests another: a token is valid once. */
  renew: () => void
}

/** The bot check of one form. Its script loads once `wanted` is true, such as when the form is in use. */
export function useChallenge(wanted = true): ChallengeState {
  const { turnstileSiteKey: siteKey } = useConfig()
  const [active, setActive] = useState(false)
  const [token, setToken] = useState<string>()
  const [error, setError] = useState<string>()
  const container = useRef<HTMLDivElement>(null)
  const widget = useRef<{ turnstile: Turnstile; id: string } | undefined>(undefined)

  useEffect(() => setActive(isChallenged(siteKey, surroundings())), [siteKey])

  useEffect(() => {
    const element = container.current
    if (!active || !wanted || !element) return
    let gone = false
    function fail(text: string): void {
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
          'retry-interval': 8_000,
          callback: (fresh: string) => {
            setError(undefined)
            setToken(fresh)
          },
          'error-callback': () => fail(words.failed),
          'expired-callback': () => fail(words.expired),
          'timeout-callback': () => fail(words.expired),
        })
        widget.current = { turnstile, id }
      },
      () => {
        if (!gone) fail(words.failed)
      },
    )
    return () => {
      gone = true
      widget.current?.turnstile.remove(widget.current.id)
      widget.current = undefined
    }
  }, [active, siteKey, wanted])

  return {
    active,
    token,
    error,
    container,
    ready: () => {
      if (!active || token) return true
      setError(words.missing)
      return false
    },
    renew: () => {
      setToken(undefined)
      widget.current?.turnstile.reset(widget.current.id)
    },
  }
}

/** The widget and its error line; nothing when the check is not active. */
export function Challenge({ state, id }: { state: ChallengeState; id: string }) {
  if (!state.active) return null
  return (
    <div className={styles.challenge}>
      <div ref={state.container} className={styles.widget} />
      <FieldError id={`${id}-challenge-error`} text={state.error} />
    </div>
  )
}
