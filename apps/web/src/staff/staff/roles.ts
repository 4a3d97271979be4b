import type { Role } from '../api.ts'

/** What each role may do: a verb and its objects, which follow "may". */
export const roles: Record<Role, string> = {
  owner: 'change everything, members of staff and settings included',
  editor: 'change content, sources and leads',
  finance: 'work with orders, refunds and books',
  viewer: 'read content, sources, leads, orders and finance, without addresses',
}
