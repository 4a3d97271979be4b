import { useState } from 'react'
import { differences, type SourceDifference } from '#modules/leadership/domain/source-differences.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import styles from './sources.module.css'
import { type Change, useSourceEdits, valueInWords } from './sources-api.ts'

/** The changes of sources, newest first. The newest change of each source can be undone. */
export function SourceChanges({ changes, mayEdit }: { changes: readonly Change[]; mayEdit: boolean }) {
  const edits = useSourceEdits()
  const [busy, setBusy] = useState<number>()

  async function undo({ id, source_id, before, after }: Change): Promise<void> {
    setBusy(id)
    try {
      if (before === null) await edits.remove(source_id)
      else {
        const { source_id: _id, ...entry } = before
        await edits.save(source_id, { ...entry, revision: after === null ? null : id })
      }
      notify.success('The change was undone.')
    } catch (failed) {
      notify.error(saidByServer(failed) ?? 'Not undone: the server could not be reached. Try again.')
      await edits.refresh()
    } finally {
      setBusy(undefined)
    }
  }

  if (changes.length === 0)
    return <p className={styles.quiet}>No changes yet: these are the original sources.</p>
  const newest = new Map(changes.toReversed().map(({ source_id, id }) => [source_id, id]))
  return (
    <ol className={styles.changes}>
      {changes.map((change) => {
        const { id, at, by, before, after, source_id } = change
        const verb = before === null ? 'added' : after === null ? 'removed' : 'changed'
        const name = (after ?? before)?.source_name ?? source_id
        return (
          <li key={id}>
            <time dateTime={at}>{dateTime(at)}</time>
            <div>
              <p>
                <strong>{by}</strong> {verb} {name}
              </p>
              {before && after ? (
                <ul>
                  {differences(before, after).map((difference) => (
                    <li key={difference.path}>
                      {difference.path}: <del>{words(difference, difference.before)}</del>{' '}
                      <ins>{words(difference, difference.after)}</ins>
                    </li>
                  ))}
                </ul>
              ) : null}
            </div>
            {mayEdit && newest.get(source_id) === id ? (
              <Button
                size="small"
                variant="secondary"
                busy={busy === id}
                busyText="Undoing..."
                disabled={busy !== undefined}
                aria-label={`Undo: ${verb} ${name}`}
                onClick={() => void undo(change)}
              >
                Undo
              </Button>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

function words({ factor }: SourceDifference, value: string | number | undefined): string {
  if (value === undefined) return 'none'
  return factor && typeof value === 'number' ? valueInWords(factor, value) : String(value)
}
