import type { Role } from '../api.ts'

/** What each role may do. */
export const roles: Record<Role, string> = {
  owner: 'everything, members of staff and settings included',
  editor: 'content, sources and leads',
  finance: 'orders, refunds and books',
  viewer: 'reads content, sources and leads, without addresses',
}
