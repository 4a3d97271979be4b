import { ExternalLink, Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../lib/call.ts'
import { hasCode, saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { InCalculator } from './in-calculator.tsx'
import { idFor, nextFactor, readSource, type TypedSource, type TypedValue } from './source-draft.ts'
import styles from './sources.module.css'
import { type Source, useSourceEdits, valueInWords } from './sources-api.ts'
import { ValueFields } from './value-fields.tsx'

interface SourceFormProps {
  /** The saved source; undefined for a new one. */
  source: Source | undefined
  sources: readonly Source[]
  typed: TypedSource
  touched: boolean
  onTyped: (typed: TypedSource) => void
  onDiscard: () => void
  onSaved: (id: string) => void
  onRemove: () => void
  /** Adopts the revision that is saved now, and keeps the input. */
  onReload: () => void
}

interface Failure {
  text: string
  /** Another person has saved in the meantime. */
  stale: boolean
  /** The name, if another source has it. */
  taken?: string
}

/** A source and its values, as a form. */
export function SourceForm({ source, sources, typed, touched, onTyped, ...on }: SourceFormProps) {
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const edits = useSourceEdits()
  const form = useRef<HTMLFormElement>(null)
  const read = readSource(typed)
  const others = sources.filter((each) => each !== source)
  const free = nextFactor(typed)

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  /** Shown after the first attempt to save; a corrected field loses its error at once. */
  const problem = (field: string): string | undefined =>
    attempts > 0 && 'problems' in read ? read.problems[field] : undefined

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setFailure(undefined)
    setAttempts((before) => before + 1)
    if ('problems' in read) return
    setBusy(true)
    const taken = sources.map(({ source_id }) => source_id)
    const id = source?.source_id ?? idFor(typed.name, taken)
    try {
      await edits.save(id, read.entry)
      setAttempts(0)
      notify.success(`${read.entry.source_name} saved. Visitors can choose it from now on.`)
      on.onSaved(id)
    } catch (failed) {
      const message = saidByServer(failed)
      setFailure({
        text: message ?? 'Not saved: the server could not be reached. Try again.',
        stale: hasCode(failed, 'SOURCE_CHANGED'),
        ...(hasCode(failed, 'SOURCE_NAME_TAKEN') && { taken: typed.name }),
      })
      if (failed instanceof ApiFailure && failed.status === 409) setAttempts((before) => before + 1)
    } finally {
      setBusy(false)
    }
  }

  const change = (index: number, value: TypedValue | undefined): void =>
    onTyped({
      ...typed,
      values: typed.values.flatMap((each, place) => (place === index ? (value ?? []) : each)),
    })
  const field = (name: 'name' | 'publisher' | 'year' | 'url' | 'confidence' | 'freshness') => ({
    value: typed[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onTyped({ ...typed, [name]: event.target.value }),
  })
  const nameTaken = failure?.taken !== undefined && failure.taken === typed.name ? failure.text : undefined

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <Field
        label="Name"
        help="What visitors see on the button"
        {...field('name')}
        error={problem('source_name') ?? nameTaken}
      />
      <div className={styles.pair}>
        <Field label="Publisher" {...field('publisher')} error={problem('publisher')} />
        <Field label="Year" inputMode="numeric" {...field('year')} error={problem('year')} />
      </div>
      <Field
        label="Address"
        type="url"
        help={
          'entry' in read ? (
            <a href={read.entry.url} target="_blank" rel="noopener noreferrer">
              Open it and check that the figure is there
              <ExternalLink aria-hidden="true" strokeWidth={1.5} />
              <span className="visually-hidden"> (opens a new window)</span>
            </a>
          ) : (
            'The full https address of the page with the figure'
          )
        }
        {...field('url')}
        error={problem('url')}
      />
      <div className={styles.pair}>
        <Field
          label="Confidence (%)"
          help="How much we trust it"
          inputMode="numeric"
          {...field('confidence')}
          error={problem('confidence_score')}
        />
        <Field
          label="Freshness (days)"
          help="When to review it"
          inputMode="numeric"
          {...field('freshness')}
          error={problem('data_freshness_days')}
        />
      </div>
      <h4>Values</h4>
      {typed.values.map((value, index) => {
        const old = source?.factors.find(({ factor_key }) => factor_key === value.key)
        return (
          <ValueFields
            key={value.key}
            value={value}
            taken={typed.values.map(({ key }) => key)}
            saved={old && valueInWords(old.factor_key, old.value)}
            problem={(name) => problem(`factors.${index}.${name}`)}
            onChange={(changed) => change(index, changed)}
            onRemove={typed.values.length > 1 ? () => change(index, undefined) : undefined}
          />
        )
      })}
      {free ? (
        <Button
          size="small"
          variant="quiet"
          icon={<Plus aria-hidden="true" />}
          onClick={() =>
            onTyped({ ...typed, values: [...typed.values, { key: free, value: '', derivation: '' }] })
          }
        >
          Add a value
        </Button>
      ) : null}
      {'entry' in read ? <InCalculator entry={read.entry} others={others} /> : null}
      {failure && !failure.taken ? (
        <Notice
          tone="bad"
          announce
          actions={
            failure.stale ? (
              <Button
                size="small"
                variant="secondary"
                onClick={() => {
                  setFailure(undefined)
                  on.onReload()
                }}
              >
                Load the saved version, keep my changes
              </Button>
            ) : undefined
          }
        >
          {failure.text}
        </Notice>
      ) : null}
      <footer className={styles.foot}>
        <Button type="submit" size="small" busy={busy} busyText="Saving..." disabled={!touched}>
          Save source
        </Button>
        {touched ? (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              setAttempts(0)
              setFailure(undefined)
              on.onDiscard()
            }}
          >
            Discard changes
          </Button>
        ) : null}
        {source ? (
          <Button size="small" variant="quiet" className={styles.remove} onClick={on.onRemove}>
            Remove source
          </Button>
        ) : null}
      </footer>
    </form>
  )
}
