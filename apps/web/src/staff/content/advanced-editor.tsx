import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Tree } from '../api.ts'
import { useEditing } from '../draft/draft-context.tsx'
import { readTree } from '../draft/read-tree.ts'
import { WithDraft } from './content-pages.tsx'

const shown = (tree: Tree): string => JSON.stringify({ pages: tree.pages }, null, 2)

/** The tab of the whole tree as text. */
export function AdvancedPanel() {
  return <WithDraft>{({ history }) => <AdvancedEditor tree={history.present} />}</WithDraft>
}

/** The whole tree as text. Valid text becomes the draft; invalid text shows where it fails. */
function AdvancedEditor({ tree }: { tree: Tree }) {
  const { edit, readOnly } = useEditing()
  const [text, setText] = useState(() => shown(tree))
  const [problem, setProblem] = useState<string>()
  const own = useRef(tree)
  const id = useId()

  // Shows a draft that an undo, a reset or another tab has changed.
  useEffect(() => {
    if (own.current === tree || own.current.pages === tree.pages) return
    own.current = tree
    setText(shown(tree))
    setProblem(undefined)
  }, [tree])

  function take(typed: string): void {
    setText(typed)
    const read = readTree(typed)
    setProblem(read.problem)
    if (!read.tree) return
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
              setText(shown(tree))
              setProblem(undefined)
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
