import { notify } from '../../lib/notify.ts'
import styles from './inbox.module.css'

/** Long enough to read what happened and to think again. */
const undoForMs = 12_000

/** Says what was done, with a button that takes it back. */
export function notifyUndoable(words: string, undo: () => Promise<void>): void {
  notify.success(
    <span className={styles.undoable}>
      {words}
      <button type="button" onClick={() => void undo()}>
        Undo
      </button>
    </span>,
    { autoClose: undoForMs },
  )
}
