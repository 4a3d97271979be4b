import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from '../admin.module.css'
import type { Tree } from '../api.ts'
import { placeWords } from '../draft/place-words.ts'
import { type Conflict, conflictsOf, defaultSide, mergeTrees, type Side } from '../draft/three-way.ts'
import { ScrollBox } from '../parts/scroll-box.tsx'
import dialogStyles from './dialogs.module.css'
import { excerpt } from './difference-list.tsx'

/** The content was saved after this draft was loaded: by another person, or by this one on another tab. */
export interface Clash {
  message: string
  base: Tree
  mine: Tree
  theirs: Tree
  version: number
}

interface ConflictDialogProps {
  clash: Clash | undefined
  busy: boolean
  onMine: () => void
  onTheirs: () => void
  onMerge: (merged: Tree) => void
  onClose: () => void
}

/** Resolves a conflict of two people's changes in one of three ways. Nothing is lost before the choice. */
export function ConflictDialog({ clash, busy, ...actions }: ConflictDialogProps) {
  return (
    <Dialog
      open={clash !== undefined}
      onClose={actions.onClose}
      locked={busy}
      title="The content was saved in the meantime"
      description={clash?.message}
    >
      {clash ? <Decision key={clash.version} clash={clash} busy={busy} {...actions} /> : null}
    </Dialog>
  )
}

function Decision({
  clash,
  busy,
  onMine,
  onTheirs,
  onMerge,
}: Omit<ConflictDialogProps, 'clash' | 'onClose'> & { clash: Clash }) {
  const { base, mine, theirs } = clash
  const [conflicts] = useState(() => conflictsOf(base, mine, theirs))
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(
    () => new Map(conflicts.map((each) => [each.path, defaultSide(each)])),
  )
  const decisions = conflicts.filter(({ changedBy }) => changedBy === 'both').length
  return (
    <div className={styles.stack}>
      <p>
        {conflicts.length === 1 ? '1 field differs' : `${conflicts.length} fields differ`}
        {decisions === 0
          ? '; no field was changed in both, so a merge keeps everything.'
          : `; ${decisions === 1 ? '1 was' : `${decisions} were`} changed in both.`}
      </p>
      <ScrollBox label="Fields that differ">
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.path}
            conflict={conflict}
            tree={mine}
            side={sides.get(conflict.path) ?? 'mine'}
            onChoose={(side) => setSides(new Map(sides).set(conflict.path, side))}
          />
        ))}
      </ScrollBox>
      <div className={dialogStyles.dialogActions}>
        <Button
          busy={busy}
          onClick={() => onMerge(mergeTrees(base, mine, theirs, ({ path }) => sides.get(path) ?? 'mine'))}
        >
          Save the merge
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onMine}>
          Keep mine
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onTheirs}>
          Take theirs
        </Button>
      </div>
    </div>
  )
}

function Choice({
  conflict,
  tree,
  side,
  onChoose,
}: {
  conflict: Conflict
  tree: Tree
  side: Side
  onChoose: (side: Side) => void
}) {
  const options: [Side, string, unknown][] = [
    ['mine', 'Mine', conflict.mine],
    ['theirs', 'Theirs', conflict.theirs],
  ]
  return (
    <fieldset className={dialogStyles.choice}>
      <legend>
        {placeWords(tree, conflict.steps)}
        <span className={styles.faint}>
          {conflict.changedBy === 'both'
            ? ' changed in both'
            : conflict.changedBy === 'mine'
              ? ' changed here'
              : ' changed by the other save'}
        </span>
      </legend>
      {options.map(([option, name, value]) => (
        <label key={option} className={dialogStyles.option}>
          <input
            type="radio"
            name={conflict.path}
            checked={side === option}
            onChange={() => onChoose(option)}
          />
          <span>
            <strong>{name}</strong> {excerpt(value)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
