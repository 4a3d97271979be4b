import type { ApiRouter } from '#platform/http/routes.ts'
import { mountAccountRoutes } from './account-routes.ts'
import type { CustomerDesk } from './customer-desk.ts'
import { mountSignInRoutes } from './sign-in-routes.ts'
import { mountStaffAccountRoutes } from './staff-account-routes.ts'
import type { StaffAccounts } from './staff-accounts.ts'
import { mountStaffRoutes } from './staff-routes.ts'
import type { StaffSignIns } from './staff-sign-ins.ts'

/** Every call of the module. */
export function mountIdentityRoutes(
  api: ApiRouter,
  desk: CustomerDesk,
  staffSignIns: StaffSignIns,
  staffAccounts: StaffAccounts,
): void {
  mountSignInRoutes(api, desk)
  mountAccountRoutes(api, desk)
  mountStaffRoutes(api, staffSignIns, desk)
  mountStaffAccountRoutes(api, staffAccounts, desk.activity)
}
