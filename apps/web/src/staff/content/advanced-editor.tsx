import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Tree } from '../api.ts'
import { useEditing } from '../draft/draft-context.tsx'
import { readTree } from '../draft/read-tree.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { WithDraft } from './with-draft.tsx'

const shown = (tree: Tree): string => JSON.stringify({ pages: tree.pages }, null, 2)

/** The tab of the whole tree as text. */
export function AdvancedPanel() {
  return <WithDraft>{({ history }) => <AdvancedEditor tree={history.present} />}</WithDraft>
}

const outdated =
  'The content has changed since this text was typed, on another tab or by an undo: applied, the text would take that back. Copy what you need, then discard this text.'

/** The whole tree as text. Valid text becomes the draft; invalid text shows where it fails, and is not saved. */
function AdvancedEditor({ tree }: { tree: Tree }) {
  const { edit, readOnly } = useEditing()
  const { unapplied, setUnapplied } = useUnsavedWork().content
  const [valid, setValid] = useState(() => shown(tree))
  const own = useRef(tree)
  const id = useId()
  const isOutdated = unapplied !== undefined && unapplied.pages !== tree.pages
  const problem = isOutdated ? outdated : unapplied?.problem
  const text = unapplied?.text ?? valid

  // Shows a draft that an undo, a reset or another tab has changed.
  useEffect(() => {
    if (own.current === tree || own.current.pages === tree.pages) return
    own.current = tree
    setValid(shown(tree))
  }, [tree])

  function take(typed: string): void {
    const read = isOutdated ? { problem: outdated } : readTree(typed)
    if (!read.tree) {
      const { pages } = unapplied ?? tree
      setUnapplied({ text: typed, problem: read.problem ?? '', pages })
      return
    }
    setValid(typed)
    setUnapplied(undefined)
    own.current = read.tree
    edit('/pages', read.tree.pages)
  }

  return (
    <div className={styles.advanced}>
      <header className={styles.pageHead}>
        <h2>Advanced</h2>
        {readOnly ? null : (
          <Button
            variant="quiet"
            size="small"
            disabled={problem === undefined}
            onClick={() => {
              setValid(shown(tree))
              setUnapplied(undefined)
            }}
          >
            Discard this text
          </Button>
        )}
      </header>
      <label htmlFor={id}>Content of every page as JSON</label>
      <p className={styles.note} id={`${id}-help`}>
        {readOnly
          ? 'Your role may read it.'
          : 'The text is applied while you type, as soon as it is valid JSON of the expected shape.'}
      </p>
      {problem ? (
        <div id={`${id}-problem`}>
          <Notice tone="bad" announce>
            {problem}
          </Notice>
        </div>
      ) : null}
      <textarea
        id={id}
        className={styles.json}
        spellCheck={false}
        autoComplete="off"
        value={text}
        readOnly={readOnly}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : `${id}-help`}
        data-own-undo=""
        onChange={(event) => take(event.target.value)}
      />
    </div>
  )
}
