import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { RequestSteps } from '../../ui/request-steps.tsx'
import styles from '../admin.module.css'
import { loadTraces } from './figures.ts'

/** What one request waited for: by an id from the tables, from an alert, a log line or an event of an order. */
export function RequestLookUp({ shown, onShow }: { shown: string; onShow: (requestId: string) => void }) {
  const [typed, setTyped] = useState(shown)
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Somebody asked for it, here or by a link: the answer may be below the window.
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
          Each answer carries its id in the header X-Request-Id, each log line names it, and so does each
          event of an order.
        </p>
      ) : (
        <RequestSteps key={shown} requestId={shown} load={loadTraces} />
      )}
    </section>
  )
}
