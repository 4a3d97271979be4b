import { Download, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { saveJson } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/field.tsx'
import type { Tree } from '../api.ts'
import { useEditing } from '../draft/draft-context.tsx'
import { readTree } from '../draft/read-tree.ts'
import { conflictsOf } from '../draft/three-way.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DifferenceList } from './difference-list.tsx'
import styles from './tree-file.module.css'

/** Exports and imports the whole content as a file. An imported file is validated, compared, and becomes the unsaved draft. */
export function TreeFile({ tree, version }: { tree: Tree; version: number }) {
  const { edit, readOnly } = useEditing()
  const input = useRef<HTMLInputElement>(null)
  const [incoming, setIncoming] = useState<{ tree: Tree; name: string }>()
  const [problem, setProblem] = useState<string>()
  const [confirming, setConfirming] = useState(false)

  async function read(file: File): Promise<void> {
    setProblem(undefined)
    const found = readTree(await file.text())
    if (!found.tree) return setProblem(`${file.name}: ${found.problem ?? 'it cannot be read'}`)
    setIncoming({ tree: found.tree, name: file.name })
    setConfirming(true)
  }

  const differences = incoming ? conflictsOf(tree, tree, incoming.tree) : []
  return (
    <div className={styles.file}>
      <div className={styles.tools}>
        <Button
          variant="secondary"
          size="small"
          icon={<Download aria-hidden="true" />}
          onClick={() => saveJson({ pages: tree.pages }, `content-version-${version}.json`)}
        >
          Export the content
        </Button>
        {readOnly ? null : (
          <Button
            variant="secondary"
            size="small"
            icon={<FileUp aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            Import a file
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="File with content"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void read(file)
          }}
        />
      </div>
      <FormProblem text={problem} />
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        run={async () => {
          if (incoming) edit('/pages', incoming.tree.pages)
          notify.success('Imported as unsaved changes. Review them, then save.')
        }}
        wide
        title={`Import ${incoming?.name ?? ''}?`}
        description="It becomes your unsaved draft. Nothing is saved or published yet, and Undo restores your current draft."
        verb="Import"
        busyVerb="Importing..."
      >
        {differences.length === 0 ? (
          <p>The file has the same content as your draft.</p>
        ) : (
          <DifferenceList
            tree={tree}
            differences={differences.map(({ steps, mine, theirs }) => ({
              steps,
              before: mine,
              after: theirs,
            }))}
            before="Now"
            after="In the file"
          />
        )}
      </ConfirmDialog>
    </div>
  )
}
