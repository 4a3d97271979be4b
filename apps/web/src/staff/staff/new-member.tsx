import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import type { Role } from '../api.ts'
import { roles } from './roles.ts'
import { ShownPassword } from './shown-password.tsx'
import { createMember, staffAccountsKey } from './staff-api.ts'

/** Adds a member of staff and shows the first password. */
export function NewMember() {
  const [open, setOpen] = useState(false)
  /** The key of the dialog: each opening starts with an empty form. */
  const [opening, setOpening] = useState(0)
  const [added, setAdded] = useState<{ username: string; password: string }>()
  return (
    <>
      {added ? (
        <ShownPassword
          title={`The first password of ${added.username}, shown once:`}
          password={added.password}
          onHide={() => setAdded(undefined)}
        />
      ) : null}
      <Button
        size="small"
        icon={<UserPlus aria-hidden="true" />}
        onClick={() => {
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        Add a member
      </Button>
      <NewMemberDialog
        key={opening}
        open={open}
        onClose={() => setOpen(false)}
        onAdded={(member) => {
          setAdded(member)
          setOpen(false)
        }}
      />
    </>
  )
}

interface NewMemberDialogProps {
  open: boolean
  onClose: () => void
  onAdded: (member: { username: string; password: string }) => void
}

function NewMemberDialog({ open, onClose, onAdded }: NewMemberDialogProps) {
  const client = useQueryClient()
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<{ username?: string; form?: string }>({})

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (username.trim() === '') return setErrors({ username: 'Enter a username.' })
    setBusy(true)
    try {
      const member = await createMember({ username: username.trim(), role })
      await client.invalidateQueries({ queryKey: staffAccountsKey })
      onAdded(member)
    } catch (failure) {
      const problems = problemsByInput(failure, (path) => (path === 'username' ? path : undefined))
      setErrors(
        problems.username
          ? { username: `Username: ${problems.username}` }
          : { form: saidByServer(failure) ?? 'The member could not be added. Please try again.' },
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      narrow
      fieldFirst
      locked={busy}
      onClose={onClose}
      title="Add a member of staff"
      description="A first password is generated and shown once. The member can change it under Your account."
    >
      <form
        ref={useRefusedFocus(errors)}
        className={admin.stack}
        noValidate
        onSubmit={(event) => void add(event)}
      >
        {errors.form ? (
          <Notice tone="bad" announce>
            {errors.form}
          </Notice>
        ) : null}
        <Field
          label="Username"
          autoCapitalize="none"
          autoComplete="off"
          maxLength={64}
          required
          help="It cannot be changed later."
          value={username}
          error={errors.username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Select
          label="Role"
          value={role}
          help={`May ${roles[role]}.`}
          onChange={(event) => setRole(event.target.value as Role)}
        >
          {Object.keys(roles).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
        <Button type="submit" busy={busy} busyText="Adding...">
          Add
        </Button>
      </form>
    </Dialog>
  )
}
