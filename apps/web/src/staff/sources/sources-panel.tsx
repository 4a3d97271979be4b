import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Route, Routes, useNavigate, useParams } from 'react-router-dom'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import admin from '../admin.module.css'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { sourceAddress } from '../frame/addresses.ts'
import { useMayEdit } from '../frame/staff-member.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import detailsStyles from '../parts/details.module.css'
import { IconButton } from '../parts/icon-button.tsx'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { FactorTable } from './factor-table.tsx'
import { SourceChanges } from './source-changes.tsx'
import { emptySource, isUntouched, newId, type TypedSource, typedOf } from './source-draft.ts'
import { SourceForm } from './source-form.tsx'
import { SourceReading } from './source-reading.tsx'
import styles from './sources.module.css'
import { useSourceEdits, useSources } from './sources-api.ts'

/** The research sources of the calculator: their values, publications and changes. */
export function SourcesPanel() {
  return (
    <Routes>
      <Route path=":id?" element={<Sources />} />
    </Routes>
  )
}

function Sources() {
  const mayEdit = useMayEdit()
  const { drafts, onDrafts } = useUnsavedWork().sources
  const query = useSources()
  const edits = useSourceEdits()
  const { id: chosen } = useParams()
  const navigate = useNavigate()
  const setChosen = (id: string | undefined): void => void navigate(sourceAddress(id))
  const [removing, setRemoving] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const sources = query.data?.sources ?? []
  const source = sources.find(({ source_id }) => source_id === chosen)
  const draft = chosen === undefined ? undefined : drafts[chosen]
  const began = source ? typedOf(source) : emptySource
  const opened = chosen !== undefined && (source !== undefined || draft !== undefined || chosen === newId)

  useEffect(() => {
    if (chosen !== undefined) heading.current?.focus()
  }, [chosen])

  const keep = (id: string, typed: TypedSource | undefined): void =>
    onDrafts(({ [id]: _, ...others }) => (typed === undefined ? others : { ...others, [id]: typed }))

  function close(): void {
    const opener = `[data-source="${chosen}"]`
    setChosen(undefined)
    panel.current?.querySelector<HTMLElement>(opener)?.focus()
  }

  async function remove(): Promise<void> {
    if (!source) return
    try {
      await edits.remove(source.source_id)
      keep(source.source_id, undefined)
      setChosen(undefined)
      notify.success(`${source.source_name} removed. It can be restored under “Changes”.`)
    } catch (failed) {
      notify.error(saidByServer(failed) ?? 'Not removed: the server could not be reached. Try again.')
    }
  }

  if (query.isLoadingError)
    return <Trouble what="The sources" failure={query.error} onRetry={() => void query.refetch()} />
  return (
    <div ref={panel} className={admin.stack}>
      <header className={admin.pageHead}>
        <h2>Sources</h2>
        {mayEdit && query.data ? (
          <Button
            size="small"
            variant="secondary"
            icon={<Plus aria-hidden="true" />}
            data-source={newId}
            onClick={() => setChosen(newId)}
          >
            Add a source
          </Button>
        ) : null}
      </header>
      <p className={styles.quiet}>
        The research behind the cost calculator. Under each field, visitors choose one of these sources, the
        most trusted first. The chosen source fills the field, and visitors see how its value was derived.
      </p>
      {!query.data ? (
        <SkeletonLines what="the sources" />
      ) : (
        <div className={opened ? styles.split : undefined}>
          {opened ? (
            <aside
              className={detailsStyles.details}
              aria-label={source ? `Source ${source.source_name}` : 'New source'}
            >
              <header>
                <h3 ref={heading} tabIndex={-1} className={styles.title}>
                  {source?.source_name ?? 'New source'}
                </h3>
                <IconButton label="Close this source" onClick={close}>
                  <X />
                </IconButton>
              </header>
              {mayEdit ? (
                <SourceForm
                  key={chosen}
                  source={source}
                  sources={sources}
                  typed={draft ?? began}
                  touched={draft !== undefined}
                  onTyped={(typed) => keep(chosen, isUntouched(typed, began) ? undefined : typed)}
                  onDiscard={() => {
                    keep(chosen, undefined)
                    if (!source) close()
                  }}
                  onSaved={(id) => {
                    keep(chosen, undefined)
                    setChosen(id)
                    heading.current?.focus()
                  }}
                  onRemove={() => setRemoving(true)}
                  onReload={async () => {
                    const { data } = await query.refetch()
                    const now = data?.sources.find(({ source_id }) => source_id === chosen)
                    if (draft) keep(chosen, { ...draft, revision: now?.revision ?? null })
                  }}
                />
              ) : source ? (
                <SourceReading source={source} />
              ) : null}
            </aside>
          ) : null}
          {sources.length > 0 ? (
            <div className={styles.list}>
              <FactorTable sources={sources} drafts={drafts} chosen={chosen} onChoose={setChosen} />
            </div>
          ) : (
            <div className={detailsStyles.empty}>
              <p>No sources. In the calculator, every field shows “No sources available”.</p>
            </div>
          )}
        </div>
      )}
      {query.data ? (
        <section className={styles.log} aria-labelledby="source-changes">
          <h3 id="source-changes">Changes</h3>
          <SourceChanges changes={query.data.changes} mayEdit={mayEdit} />
        </section>
      ) : null}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        run={remove}
        title="Remove this source?"
        description={`${source?.source_name ?? 'It'} and its values are no longer offered in the calculator. Existing results of visitors do not change.`}
        verb="Remove"
        busyVerb="Removing..."
      />
    </div>
  )
}
