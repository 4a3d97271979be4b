import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog.tsx'
import { ConfirmDialog, LeaveDialog } from '../content/confirm-dialog.tsx'
import { ConflictDialog } from '../content/conflict-dialog.tsx'
import type { ContentDesk } from '../content/use-content.ts'
import { PublishDialog, ResetDialog } from '../content/whole-tree-dialogs.tsx'
import { LoginForm } from '../login-form.tsx'
import { publishingKey } from '../publishing/publishing-api.ts'

export type Asking = 'reset' | 'publish' | 'logout' | 'leave'

interface DeskDialogsProps {
  desk: ContentDesk
  asking: Asking | undefined
  onClose: () => void
  /** After a reset: begins again. */
  onReset: () => Promise<void>
  onLogout: () => Promise<void>
  onLeave: () => void
}

/** Whatever has to be asked before something is lost or happens to all of the content. */
export function DeskDialogs({ desk, asking, onClose, onReset, onLogout, onLeave }: DeskDialogsProps) {
  const client = useQueryClient()
  return (
    <>
      <ResetDialog open={asking === 'reset'} onClose={onClose} dirty={desk.dirty} onDone={onReset} />
      <PublishDialog
        open={asking === 'publish'}
        onClose={() => {
          onClose()
          void client.invalidateQueries({ queryKey: publishingKey })
        }}
        dirty={desk.dirty}
      />
      <LeaveDialog open={asking === 'leave'} onStay={onClose} onLeave={onLeave} />
      <ConfirmDialog
        open={asking === 'logout'}
        onClose={onClose}
        run={onLogout}
        title="Log out without saving?"
        description="You have unsaved changes. They are lost when you log out."
        verb="Log out"
        busyVerb="Logging out..."
      />
      <ConflictDialog
        clash={desk.clash}
        busy={desk.saving}
        onMine={() => void desk.keepMine()}
        onTheirs={desk.takeTheirs}
        onMerge={(merged) => void desk.saveMerged(merged)}
        onClose={desk.dismiss}
      />
      <Dialog
        open={desk.expired}
        onClose={() => desk.setExpired(false)}
        narrow
        title="Please sign in again"
        description="Your session has ended. What you edited is still here; sign in and save again."
      >
        <LoginForm onSignedIn={() => desk.setExpired(false)} />
      </Dialog>
    </>
  )
}
