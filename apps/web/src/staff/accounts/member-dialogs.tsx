import type {
  changeStaff,
  listStaff,
  newStaffPassword,
  removeStaffSecondFactor,
} from '#modules/identity/staff/contract-staff-accounts.ts'
import { useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import type { Role } from '../api.ts'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { accountLists, roles } from './roles.ts'

export type Member = AnswerOf<typeof listStaff>['members'][number]

/** A change of a member that awaits confirmation. */
export type MemberChange = 'password' | 'second-factor' | 'disable' | 'enable' | { role: Role }

interface MemberDialogsProps {
  member: Member
  /** The change to confirm; kept while the dialog closes. */
  requested: MemberChange | undefined
  open: boolean
  onClose: () => void
  /** Called with the new password, which cannot be read later. */
  onPassword: (password: string) => void
}

interface Question {
  title: string
  description: string
  verb: string
  busyVerb: string
  work: () => Promise<unknown>
  /** Shown when the server gives no reason for a refusal. */
  failed: string
}

/** Asks before the account of a member is changed. */
export function MemberDialogs({ member, requested, open, onClose, onPassword }: MemberDialogsProps) {
  const { id, username } = member
  const params = { id }
  const path = '/api/admin/staff/:id'
  const changeMember = useAction<typeof changeStaff>('PATCH', path, accountLists)
  const newPassword = useAction<typeof newStaffPassword>('POST', `${path}/password`, accountLists)
  const removeFactor = useAction<typeof removeStaffSecondFactor>(
    'DELETE',
    `${path}/second-factor`,
    accountLists,
  )
  function questionOf(change: MemberChange): Question {
    if (typeof change === 'object')
      return {
        title: `Change the role of ${username} to ${change.role}?`,
        description: `${username} may then ${roles[change.role]}. The change takes effect at once.`,
        verb: 'Change the role',
        busyVerb: 'Changing...',
        work: async () => {
          await changeMember.mutateAsync({ params, body: { role: change.role } })
          notify.success(`${username} is now ${change.role}`)
        },
        failed: 'The role could not be changed. Please try again.',
      }
    if (change === 'password')
      return {
        title: `Generate a new password for ${username}?`,
        description:
          'The old password stops working and every session of the member ends. The new one is shown once.',
        verb: 'Generate the password',
        busyVerb: 'Generating...',
        work: async () => onPassword((await newPassword.mutateAsync({ params })).password),
        failed: 'The password could not be changed. Please try again.',
      }
    if (change === 'second-factor')
      return {
        title: `Remove the second factor of ${username}?`,
        description:
          'Every session of the member ends. Where a second factor is required, the next sign-in sets up a new one: until then the password alone is enough, so make sure that only the member knows it.',
        verb: 'Remove it',
        busyVerb: 'Removing...',
        work: async () => {
          await removeFactor.mutateAsync({ params })
          notify.success(`${username} no longer has a second factor`)
        },
        failed: 'The second factor could not be removed. Please try again.',
      }
    const disabled = change === 'disable'
    return {
      title: `${disabled ? 'Disable' : 'Enable'} the account of ${username}?`,
      description: disabled
        ? 'Every session of the member ends, and nobody can sign in to the account until an owner enables it. The actions of the member stay in audit and notes.'
        : 'The member can sign in again with the previous password and second factor.',
      verb: disabled ? 'Disable the account' : 'Enable the account',
      busyVerb: disabled ? 'Disabling...' : 'Enabling...',
      work: async () => {
        await changeMember.mutateAsync({ params, body: { disabled } })
        notify.success(`The account of ${username} is ${disabled ? 'disabled' : 'enabled'}`)
      },
      failed: 'The account could not be changed. Please try again.',
    }
  }

  if (requested === undefined) return null
  const { work, failed, ...words } = questionOf(requested)
  const run = (): Promise<void> => attempt(work(), () => undefined, failed)
  return <ConfirmDialog open={open} onClose={onClose} {...words} run={run} />
}
