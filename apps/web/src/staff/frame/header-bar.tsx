import { Eye, EyeOff, LogOut, Redo2, RotateCcw, Save, Undo2, UploadCloud } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import type { ContentEditing } from '../content/use-content-editing.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { StaffSearch } from '../search/staff-search.tsx'
import styles from './header-bar.module.css'
import { useMayEdit, useStaffMember } from './staff-member.ts'
import type { Area } from './tab-list.tsx'
import { useUnsavedWork } from './unsaved-work.ts'

interface HeaderBarProps {
  area: Area
  /** Whether the shown tab edits content. */
  edits: boolean
  /** Whether the preview is open beside the page editors. */
  preview: boolean
  onPreview: () => void
  onReset: () => void
  onLogout: () => void
}

/** The area and the member of staff; where content is edited, also its status and the actions on all of it. */
export function HeaderBar({ area, edits, preview, onPreview, onReset, onLogout }: HeaderBarProps) {
  const { username, role } = useStaffMember()
  const { content, onPublish } = useUnsavedWork()
  const mayEdit = useMayEdit()
  return (
    <header className={styles.bar}>
      <div className={styles.barTitle}>
        <h1>{area === 'Content' ? 'Content Management' : area}</h1>
        <p>
          {edits && content.content ? (
            <strong>
              {content.content.channel === 'development' ? 'Development' : 'Production'} channel
            </strong>
          ) : null}
          {edits && content.draft ? <span>version {content.draft.version}</span> : null}
          <span>
            {username}, {role}
          </span>
        </p>
      </div>
      <div className={styles.barSearch}>
        <StaffSearch />
      </div>
      <ContentStatus content={content} />
      {edits && content.draft ? (
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
      {edits && mayEdit ? <ContentTools content={content} onReset={onReset} onPublish={onPublish} /> : null}
      <Button size="small" variant="quiet" icon={<LogOut aria-hidden="true" />} onClick={onLogout}>
        Logout
      </Button>
    </header>
  )
}

function ContentStatus({ content: { status, saving, dirty } }: { content: ContentEditing }) {
  return (
    <div className={styles.barStatus}>
      <p role="status" data-tone={status.includes('Error') ? 'bad' : 'good'} className={styles.status}>
        {status}
      </p>
      {dirty && !saving ? <Badge tone="warn">Unsaved changes</Badge> : null}
    </div>
  )
}

interface ContentToolsProps {
  content: ContentEditing
  onReset: () => void
  onPublish: () => void
}

function ContentTools({ content, onReset, onPublish }: ContentToolsProps) {
  const { draft, saving, dirty } = content
  const isDisabled = saving || draft === undefined
  return (
    <div className={styles.barTools}>
      <IconButton
        label="Undo (Ctrl Z)"
        disabled={!draft || draft.history.past.length === 0}
        onClick={() => content.dispatch({ do: 'undo' })}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label="Redo (Ctrl Shift Z)"
        disabled={!draft || draft.history.future.length === 0}
        onClick={() => content.dispatch({ do: 'redo' })}
      >
        <Redo2 />
      </IconButton>
      <Button
        size="small"
        // It stays enabled, so that it keeps the focus and can say that there is nothing to save.
        variant={dirty ? 'primary' : 'secondary'}
        icon={<Save aria-hidden="true" />}
        disabled={isDisabled}
        onClick={() => void content.save()}
      >
        Save Changes
      </Button>
      <Button
        size="small"
        variant="secondary"
        icon={<RotateCcw aria-hidden="true" />}
        disabled={isDisabled}
        onClick={onReset}
      >
        Reset
      </Button>
      {content.content?.canPublish ? (
        <Button
          size="small"
          variant="secondary"
          icon={<UploadCloud aria-hidden="true" />}
          disabled={isDisabled}
          onClick={onPublish}
        >
          Publish
        </Button>
      ) : null}
    </div>
  )
}
