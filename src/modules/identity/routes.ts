import type { ApiRouter } from '#platform/http/routes.ts'
import type { AccountParts } from './account-http.ts'
import { mountAccountRoutes } from './account-routes.ts'
import { mountSignInRoutes } from './sign-in-routes.ts'
import { mountStaffRoutes } from './staff-routes.ts'
import type { StaffSignIns } from './staff-sign-ins.ts'

/** Every call of the module except those about staff accounts. */
export function mountIdentityRoutes(api: ApiRouter, parts: AccountParts, staffSignIns: StaffSignIns): void {
  mountSignInRoutes(api, parts)
  mountAccountRoutes(api, parts)
  mountStaffRoutes(api, staffSignIns, parts)
}
