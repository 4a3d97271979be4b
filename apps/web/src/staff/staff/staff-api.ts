import type {
  endStaffSession,
  liftStaffWait,
  listActivity,
  listOwnStaffSessions,
  listStaff,
  newStaffPassword,
  removeStaffSecondFactor,
} from '#modules/identity/contract-staff-accounts.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type Session = AnswerOf<typeof listOwnStaffSessions>['sessions'][number]
export type Member = AnswerOf<typeof listStaff>['members'][number]
export type Activity = AnswerOf<typeof listActivity>['entries'][number]

/** Below it, everything about members of staff and their sessions. */
export const staffAccountsKey = ['admin', 'staff'] as const

export const loadSessions = async () =>
  (await call<typeof listOwnStaffSessions>('GET', '/api/admin/sessions')).sessions

export const endSession = (id: string) =>
  call<typeof endStaffSession>('DELETE', '/api/admin/sessions/:id', { params: { id } })

export const loadMembers = async () => (await call<typeof listStaff>('GET', '/api/admin/staff')).members

export const liftWait = (id: string) =>
  call<typeof liftStaffWait>('POST', '/api/admin/staff/:id/lift-wait', { params: { id } })

export const newPassword = (id: string) =>
  call<typeof newStaffPassword>('POST', '/api/admin/staff/:id/password', { params: { id } })

export const removeSecondFactor = (id: string) =>
  call<typeof removeStaffSecondFactor>('DELETE', '/api/admin/staff/:id/second-factor', { params: { id } })

export const loadActivity = (before?: number) =>
  call<typeof listActivity>('GET', '/api/admin/activity', { query: before === undefined ? {} : { before } })
