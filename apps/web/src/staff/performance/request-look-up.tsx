import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { RequestSteps } from '../../ui/request-steps.tsx'
import styles from '../admin.module.css'
import { loadTraces } from './figures.ts'

/** Shows the steps of one request by its id, which tables, alerts, log lines and order events contain. */
export function RequestLookUp({ shown, onShow }: { shown: string; onShow: (requestId: string) => void }) {
  const [typed, setTyped] = useState(shown)
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The result may be below the visible part of the window.
  useEffect(() => {
    setTyped(shown)
    if (shown === '') return
    section.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [shown])
  function submit(event: FormEvent): void {
    event.preventDefault()
    onShow(typed.trim())
  }
  return (
    <section ref={section} className={styles.stack} aria-label="One request">
      <h3 ref={heading} tabIndex={-1} className={styles.subhead}>
        One request
      </h3>
      <form className={styles.pageHead} onSubmit={submit}>
        <Field
          label="Request id"
          value={typed}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button size="small" variant="secondary" type="submit" disabled={typed.trim() === ''}>
          Show the request
        </Button>
      </form>
      {shown === '' ? (
        <p className={styles.note}>
          Every response has its id in the header X-Request-Id. Log lines and the events of orders contain it,
          too.
        </p>
      ) : (
        <RequestSteps key={shown} requestId={shown} load={loadTraces} />
      )}
    </section>
  )
}
