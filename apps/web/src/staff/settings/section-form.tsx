import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../lib/call.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select, TextArea } from '../../ui/field.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import { RowsField } from './rows-field.tsx'
import {
  fieldProblem,
  type SettingField,
  serverProblems,
  settingFields,
  storedValue,
  typedValue,
} from './setting-fields.ts'
import styles from './settings.module.css'
import { type Section, saveSection } from './settings-api.ts'

export type Typed = Readonly<Record<string, unknown>>

interface SectionFormProps {
  section: Section
  /** What was typed and is not saved; undefined when nothing was. */
  typed: Typed | undefined
  onTyped: (typed: Typed | undefined) => void
  onSaved: (section: Section) => void
  onReload: () => Promise<void>
}

/** One section of settings as a form; it is saved by itself. */
export function SectionForm({ section, typed, onTyped, onSaved, onReload }: SectionFormProps) {
  const fields = settingFields(section.schema)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<{ text: string; stale: boolean }>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const values = { ...section.values, ...typed }

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const stored = Object.fromEntries(
      fields.map((field) => [
        field.name,
        typed && field.name in typed ? storedValue(field, typed[field.name]) : section.values[field.name],
      ]),
    )
    const found: Record<string, string> = {}
    for (const field of fields) {
      const problem = fieldProblem(field, stored[field.name])
      if (problem) found[field.name] = problem
    }
    setProblems(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const { section: saved } = await saveSection(section.key, stored, section.revision)
      onTyped(undefined)
      onSaved(saved)
      notify.success(`${section.title} saved.`)
    } catch (failed) {
      const told = serverProblems(fields, failed)
      setProblems(told)
      const offline = !(failed instanceof ApiFailure) || failed.offline
      if (Object.keys(told).length === 0)
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
      <div className={styles.fields}>
        {fields.map((field) => (
          <SettingInput
            key={field.name}
            field={field}
            value={typed && field.name in typed ? typed[field.name] : typedValue(field, values[field.name])}
            error={problems[field.name]}
            onChange={(value) => onTyped({ ...typed, [field.name]: value })}
          />
        ))}
      </div>
      {failure ? (
        <Notice
          tone="bad"
          announce
          actions={
            failure.stale ? (
              <Button type="button" size="small" variant="secondary" onClick={() => void onReload()}>
                Show what is saved, keep what I typed
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
              setProblems({})
              setFailure(undefined)
            }}
          >
            Discard changes
          </Button>
        ) : null}
        <p>
          {section.updatedAt
            ? `Last changed by ${section.updatedBy} on ${dateTime(section.updatedAt)}`
            : 'Never changed: the built-in values.'}
        </p>
      </footer>
    </form>
  )
}

function SettingInput({
  field,
  value,
  error,
  onChange,
}: {
  field: SettingField
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}) {
  const told = { label: field.label, help: field.help, error }
  switch (field.kind) {
    case 'switch':
      return (
        <Checkbox {...told} checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      )
    case 'choice':
      return (
        <Select {...told} value={String(value)} onChange={(event) => onChange(event.target.value)}>
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )
    case 'lines':
      return (
        <TextArea
          {...told}
          rows={3}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'rows':
      return <RowsField field={field} value={value} error={error} onChange={onChange} />
    case 'number':
      return (
        <Field
          {...told}
          inputMode="decimal"
          value={String(value)}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      )
    case 'text':
      return (field.most ?? 0) > 254 && !field.address ? (
        <TextArea
          {...told}
          rows={2}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Field {...told} value={String(value)} onChange={(event) => onChange(event.target.value)} />
      )
  }
}
