import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from '../admin.module.css'
import { type Staff, verifyStaff } from '../api.ts'
import { ConfirmDialog, LeaveDialog } from '../content/confirm-dialog.tsx'
import { ConflictDialog } from '../content/conflict-dialog.tsx'
import type { ContentEditing } from '../content/use-content-editing.ts'
import { PublishDialog, ResetDialog } from '../content/whole-tree-dialogs.tsx'
import { LoginForm } from '../sign-in/login-form.tsx'
import { useStaffMember } from './staff-member.ts'

export type OpenDialog = 'reset' | 'publish' | 'logout' | 'leave'

interface DialogsProps {
  content: ContentEditing
  openDialog: OpenDialog | undefined
  onClose: () => void
  /** Called after a reset; reloads the content. */
  onReset: () => Promise<void>
  onLogout: () => Promise<void>
  onLeave: () => void
}

/** The dialogs that confirm a loss of changes or an action on all content. */
export function Dialogs({ content, openDialog, onClose, onReset, onLogout, onLeave }: DialogsProps) {
  const { username } = useStaffMember()
  return (
    <>
      <ResetDialog open={openDialog === 'reset'} onClose={onClose} dirty={content.dirty} onDone={onReset} />
      <PublishDialog
        open={openDialog === 'publish'}
        onClose={onClose}
        dirty={content.dirty}
        pages={content.draft?.base.pages ?? []}
      />
      <LeaveDialog open={openDialog === 'leave'} onStay={onClose} onLeave={onLeave} />
      <ConfirmDialog
        open={openDialog === 'logout'}
        onClose={onClose}
        run={onLogout}
        title="Log out without saving?"
        description="You have unsaved changes. They are lost when you log out."
        verb="Log out"
        busyVerb="Logging out..."
      />
      <ConflictDialog
        clash={content.clash}
        busy={content.saving}
        onMine={() => void content.keepMine()}
        onTheirs={content.takeTheirs}
        onMerge={(merged) => void content.saveMerged(merged)}
        onClose={content.dismiss}
      />
      <Dialog
        open={content.expired}
        onClose={() => content.setExpired(false)}
        narrow
        title="Please sign in again"
        description="Your session has ended. Your changes are still here: sign in and save again."
      >
        <LoginForm onSignedIn={() => content.setExpired(false)} />
      </Dialog>
      <OtherAccount username={username} refused={content.refused} />
    </>
  )
}

/**
 * Says that another account has signed in with this browser, in another tab: from then on the server acts for that
 * account. Asked whenever this tab comes to the front, and after an answer of 403 (`refused`).
 */
function OtherAccount({ username, refused }: { username: string; refused: unknown }) {
  const [other, setOther] = useState<Staff>()
  const compare = useCallback(
    (now: Staff | null): void => {
      setOther(now === null || now.username === username ? undefined : now)
    },
    [username],
  )
  useEffect(() => {
    const ask = (): void => void verifyStaff().then(compare, () => undefined)
    if (refused !== undefined) ask()
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [compare, refused])
  return (
    <Dialog
      open={other !== undefined}
      onClose={() => setOther(undefined)}
      narrow
      title={`You are signed in as ${other?.username} now`}
      description={`Another tab of this browser has changed the account. Your changes are still here: sign in as ${username} to save them.`}
    >
      <div className={styles.stack}>
        <LoginForm onSignedIn={compare} />
        <Button variant="secondary" onClick={() => window.location.assign('/admin')}>
          Continue as {other?.username}
        </Button>
      </div>
    </Dialog>
  )
}
