import type { Role } from '../api.ts'

/** What each role may do: a verb and its objects, which follow "may". */
export const roles: Record<Role, string> = {
  owner: 'change everything, members of staff and settings included',
  editor:
    'change content, sources, leads, cohorts and certificates, and see in finance what each source earned',
  finance: 'work with orders, refunds, books, cohorts and certificates',
  viewer: 'read content, sources, leads, orders, finance and cohorts, without addresses',
}

/** The beginnings of the paths whose answers hold members of staff and their sessions. */
export const accountLists = ['/api/admin/staff', '/api/admin/account']
