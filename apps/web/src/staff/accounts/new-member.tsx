import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { createStaff } from '#modules/identity/staff/contract-staff-accounts.ts'
import { useAction } from '../../lib/answers.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import admin from '../admin.module.css'
import type { Role } from '../api.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { accountLists, roles } from './roles.ts'
import { ShownPassword } from './shown-password.tsx'

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
  const create = useAction<typeof createStaff>('POST', '/api/admin/staff', accountLists)
  return (
    <Dialog
      open={open}
      narrow
      fieldFirst
      locked={create.isPending}
      onClose={onClose}
      title="Add a member of staff"
      description="A first password is generated and shown once. The member can change it under Your account."
    >
      <ActionForm
        className={admin.stack}
        start={{ username: '', role: 'viewer' as Role }}
        send={({ username, role }) => create.mutateAsync({ body: { username: username.trim(), role } })}
        done={(_, __, member) => onAdded(member)}
      >
        {({ input, values, busy }) => (
          <>
            <Field
              {...input('username', 'Username', {
                validate: (username) => username.trim() !== '' || 'Enter a username.',
              })}
              autoCapitalize="none"
              autoComplete="off"
              maxLength={64}
              help="It cannot be changed later."
            />
            <Select {...input('role', 'Role')} help={`May ${roles[values.role]}.`}>
              {Object.keys(roles).map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
            <Button type="submit" busy={busy} busyText="Adding...">
              Add
            </Button>
          </>
        )}
      </ActionForm>
    </Dialog>
  )
}
