import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './admin.module.css'
import type { Conflict } from './use-draft.ts'

interface ConflictDialogProps {
  conflict: Conflict | undefined
  onChoose: (choice: 'mine' | 'theirs' | 'merge') => void
  onClose: () => void
}

/** Two people edited the same tree: what differs, and three ways on. Nothing is lost until one is chosen. */
export function ConflictDialog({ conflict, onChoose, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      open={conflict !== undefined}
      onClose={onClose}
      title="Somebody else saved first"
      description={conflict?.message}
    >
      <ul className={styles.differences}>
        {conflict?.differences.slice(0, 30).map((difference) => (
          <li key={difference.path}>
            <strong>{difference.path}</strong>
            <span>Theirs: {shown(difference.before)}</span>
            <span>Mine: {shown(difference.after)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.choices}>
        <Button onClick={() => onChoose('merge')}>Merge</Button>
        <Button variant="secondary" onClick={() => onChoose('mine')}>
          Keep mine
        </Button>
        <Button variant="secondary" onClick={() => onChoose('theirs')}>
          Take theirs
        </Button>
      </div>
    </Dialog>
  )
}

function shown(value: unknown): string {
  if (value === undefined) return '(not there)'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
