import type {
  changeStaff,
  createStaff,
  endStaffSession,
  liftStaffWait,
  listStaff,
  newStaffPassword,
  removeStaffSecondFactor,
} from '#modules/identity/contract-staff-accounts.ts'
import type {
  changeOwnStaffPassword,
  confirmOwnSecondFactor,
  offerOwnSecondFactor,
  ownStaffAccount,
} from '#modules/identity/contract-staff-self.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import type { Role } from '../api.ts'

export type OwnAccount = AnswerOf<typeof ownStaffAccount>
export type Session = OwnAccount['sessions'][number]
export type Member = AnswerOf<typeof listStaff>['members'][number]

/** Parent key of all queries about members of staff and their sessions. */
export const staffAccountsKey = ['admin', 'staff'] as const

export const loadOwnAccount = () => call<typeof ownStaffAccount>('GET', '/api/admin/account')

export const changeOwnPassword = (body: { currentPassword: string; newPassword: string }) =>
  call<typeof changeOwnStaffPassword>('POST', '/api/admin/account/password', { body })

export const offerSecondFactor = (body: { password: string; totp?: string }) =>
  call<typeof offerOwnSecondFactor>('POST', '/api/admin/account/second-factor', { body })

export const confirmSecondFactor = (body: { token: string; code: string }) =>
  call<typeof confirmOwnSecondFactor>('PUT', '/api/admin/account/second-factor', { body })

export const endSession = (id: string) =>
  call<typeof endStaffSession>('DELETE', '/api/admin/sessions/:id', { params: { id } })

export const loadMembers = async () => (await call<typeof listStaff>('GET', '/api/admin/staff')).members

export const createMember = (body: { username: string; role: Role }) =>
  call<typeof createStaff>('POST', '/api/admin/staff', { body })

export const changeMember = (id: string, body: { role?: Role; disabled?: boolean }) =>
  call<typeof changeStaff>('PATCH', '/api/admin/staff/:id', { params: { id }, body })

export const liftWait = (id: string) =>
  call<typeof liftStaffWait>('POST', '/api/admin/staff/:id/lift-wait', { params: { id } })

export const newPassword = (id: string) =>
  call<typeof newStaffPassword>('POST', '/api/admin/staff/:id/password', { params: { id } })

export const removeSecondFactor = (id: string) =>
  call<typeof removeStaffSecondFactor>('DELETE', '/api/admin/staff/:id/second-factor', { params: { id } })
