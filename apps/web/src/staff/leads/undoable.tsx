import { notify } from '../../lib/notify.ts'
import styles from './inbox.module.css'

/** Long enough to read the message and to decide. */
const undoForMs = 12_000

/** Shows a message with an Undo button. */
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
