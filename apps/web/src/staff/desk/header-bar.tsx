import { Eye, EyeOff, LogOut, Redo2, RotateCcw, Save, Undo2, UploadCloud } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import type { Staff } from '../api.ts'
import type { ContentDesk } from '../content/use-content.ts'
import { IconButton } from '../parts/icon-button.tsx'
import styles from './header-bar.module.css'

interface HeaderBarProps {
  staff: Staff
  desk: ContentDesk
  mayEdit: boolean
  /** Whether the preview is open beside the page editors. */
  preview: boolean
  onPreview: () => void
  onReset: () => void
  onPublish: () => void
  onLogout: () => void
}

/** Who, which channel, how it stands, and what can be done with all of it. */
export function HeaderBar({
  staff,
  desk,
  mayEdit,
  preview,
  onPreview,
  onReset,
  onPublish,
  onLogout,
}: HeaderBarProps) {
  const { draft, content, saving, status, dirty } = desk
  const ready = draft !== undefined
  return (
    <header className={styles.bar}>
      <div className={styles.barTitle}>
        <h1>Content Management</h1>
        <p>
          {content ? (
            <strong>{content.channel === 'development' ? 'Development' : 'Production'} channel</strong>
          ) : null}
          {draft ? <span>version {draft.version}</span> : null}
          <span>
            {staff.username}, {staff.role}
          </span>
        </p>
      </div>
      <div className={styles.barStatus}>
        <p role="status" data-tone={status.includes('Error') ? 'bad' : 'good'} className={styles.status}>
          {status}
        </p>
        {dirty && !saving ? <Badge tone="warn">Unsaved changes</Badge> : null}
      </div>
      {ready ? (
        <Button
          size="small"
          variant="quiet"
          aria-pressed={preview}
          icon={preview ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={onPreview}
        >
          Preview
        </Button>
      ) : null}
      {mayEdit ? (
        <div className={styles.barTools}>
          <IconButton
            label="Undo (Ctrl Z)"
            disabled={!draft || draft.history.past.length === 0}
            onClick={() => desk.dispatch({ do: 'undo' })}
          >
            <Undo2 />
          </IconButton>
          <IconButton
            label="Redo (Ctrl Shift Z)"
            disabled={!draft || draft.history.future.length === 0}
            onClick={() => desk.dispatch({ do: 'redo' })}
          >
            <Redo2 />
          </IconButton>
          <Button
            size="small"
            icon={<Save aria-hidden="true" />}
            disabled={saving || !ready}
            onClick={() => void desk.save()}
          >
            Save Changes
          </Button>
          <Button
            size="small"
            variant="secondary"
            icon={<RotateCcw aria-hidden="true" />}
            disabled={saving || !ready}
            onClick={onReset}
          >
            Reset
          </Button>
          {content?.canPublish ? (
            <Button
              size="small"
              variant="secondary"
              icon={<UploadCloud aria-hidden="true" />}
              disabled={saving || !ready}
              onClick={onPublish}
            >
              Publish
            </Button>
          ) : null}
        </div>
      ) : null}
      <Button size="small" variant="quiet" icon={<LogOut aria-hidden="true" />} onClick={onLogout}>
        Logout
      </Button>
    </header>
  )
}
