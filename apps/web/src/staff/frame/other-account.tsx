import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from '../admin.module.css'
import { type Staff, verifyStaff } from '../api.ts'
import { LoginForm } from '../sign-in/login-form.tsx'

/**
 * Says that another account has signed in with this browser, in another tab: from then on the server acts for that
 * account. Asked whenever this tab comes to the front, and after an answer of 403 (`refused`).
 */
export function OtherAccount({ username, refused }: { username: string; refused: unknown }) {
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
