import type { ComponentType } from 'react'
import type { Role } from './api.ts'

/** A tab that another feature brings, such as Orders or Finance; the route puts them together. */
export interface AdminPanel {
  id: string
  label: string
  /** The owner sees every tab. */
  roles: readonly Role[]
  /** `onTab` shows another tab, by its id. */
  Panel: ComponentType<{ onTab: (id: string) => void }>
}

/** True when somebody of this role may see what is for `roles`. */
export function mayUse(role: Role, roles: readonly Role[]): boolean {
  return role === 'owner' || roles.includes(role)
}
