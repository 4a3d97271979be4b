import type { ApiRouter } from '#platform/http/routes.ts'
import type { AccountParts } from './customers/account-http.ts'
import { mountAccountRoutes } from './customers/account-routes.ts'
import { mountSignInRoutes } from './customers/sign-in-routes.ts'
import { mountStaffRoutes } from './staff/staff-routes.ts'
import type { StaffSignIns } from './staff/staff-sign-ins.ts'

/** Every call of the module except those about staff accounts. */
export function mountIdentityRoutes(api: ApiRouter, parts: AccountParts, staffSignIns: StaffSignIns): void {
  mountSignInRoutes(api, parts)
  mountAccountRoutes(api, parts)
  mountStaffRoutes(api, staffSignIns, parts)
}
