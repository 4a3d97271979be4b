import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { listSettings, saveSettings } from '#platform/contract/settings-contract.ts'
import { useAction } from '../../lib/answers.ts'
import { type AnswerOf, ApiFailure } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import { EditingForm } from '../draft/draft-context.tsx'
import { type Pointer, readAt, writeAt } from '../draft/pointer.ts'
import type { Schema } from '../draft/schema.ts'
import { Fields } from '../editors/group-editor.tsx'
import { ValueEditor } from '../editors/value-editor.tsx'
import { ValueEditorContext } from '../editors/value-props.ts'
import { dateTime } from '../parts/moments.ts'
import { serverProblems, valueProblems } from './setting-problems.ts'
import styles from './settings.module.css'

export type Typed = Readonly<Record<string, unknown>>

interface SectionFormProps {
  section: AnswerOf<typeof listSettings>['sections'][number]
  /** Unsaved input; undefined if there is none. */
  typed: Typed | undefined
  onTyped: (typed: Typed | undefined) => void
  onReload: () => Promise<void>
}

/** One section of settings as a form with its own save button. */
export function SectionForm({ section, typed, onTyped, onReload }: SectionFormProps) {
  const schema = section.schema as Schema
  const saving = useAction<typeof saveSettings>('PUT', '/api/settings/:key', [])
  const [problems, setProblems] = useState<ReadonlyMap<Pointer, string>>(new Map())
  const [failure, setFailure] = useState<{ text: string; stale: boolean }>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const values: Record<string, unknown> = Object.fromEntries(
    Object.keys(schema.properties ?? {}).map((name) => [name, typed?.[name] ?? section.values[name]]),
  )
  const latest = useRef({ values, typed, onTyped })
  latest.current = { values, typed, onTyped }
  // Stable functions, so that only the changed field renders again.
  const [editing] = useState(() => ({
    edit: (pointer: Pointer, value: unknown) => {
      const now = latest.current
      const next = writeAt(now.values, pointer, value)
      const changed = Object.entries(next).filter(([name, each]) => each !== now.values[name])
      now.onTyped({ ...now.typed, ...Object.fromEntries(changed) })
    },
    readOnly: false,
    removable: false,
    builtIn: () => undefined,
    read: (pointer: Pointer) => readAt(latest.current.values, pointer),
  }))

  useEffect(() => {
    if (problems.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const found = valueProblems(schema, values)
    setProblems(found)
    setFailure(undefined)
    if (found.size > 0) return
    setBusy(true)
    try {
      await saving.mutateAsync({
        params: { key: section.key },
        body: { values, revision: section.revision },
      })
      await onReload()
      onTyped(undefined)
      notify.success(`${section.title} saved.`)
    } catch (failed) {
      const refused = serverProblems(schema, failed)
      setProblems(refused)
      const offline = !(failed instanceof ApiFailure) || failed.offline
      if (refused.size === 0)
        setFailure({
          text: offline ? 'Not saved: the server could not be reached. Try again.' : failed.message,
          stale: failed instanceof ApiFailure && failed.status === 409,
        })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className={styles.section}
      onSubmit={save}
      noValidate
      aria-labelledby={`${section.key}-title`}
    >
      <header className={styles.head}>
        <h3 id={`${section.key}-title`}>{section.title}</h3>
        {typed ? <Badge tone="warn">changed</Badge> : null}
        <p>{section.description}</p>
      </header>
      <ValueEditorContext value={ValueEditor}>
        <EditingForm editing={editing} whole={values} problems={problems}>
          <Fields pointer="" value={values} schema={schema} />
        </EditingForm>
      </ValueEditorContext>
      {failure ? (
        <Notice
          tone="bad"
          announce
          actions={
            failure.stale ? (
              <Button type="button" size="small" variant="secondary" onClick={() => void onReload()}>
                Load the saved version, keep my changes
              </Button>
            ) : undefined
          }
        >
          {failure.text}
        </Notice>
      ) : null}
      <footer className={styles.foot}>
        <Button type="submit" size="small" busy={busy} busyText="Saving..." disabled={!typed}>
          Save {section.title.toLowerCase()}
        </Button>
        {typed ? (
          <Button
            type="button"
            size="small"
            variant="quiet"
            onClick={() => {
              onTyped(undefined)
              setProblems(new Map())
              setFailure(undefined)
            }}
          >
            Discard changes
          </Button>
        ) : null}
        <p>
          {section.updatedAt
            ? `Last changed by ${section.updatedBy} on ${dateTime(section.updatedAt)}`
            : 'Never changed: default values.'}
        </p>
      </footer>
    </form>
  )
}
