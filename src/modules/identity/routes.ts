import type { Routes } from '#platform/http/routes.ts'
import { mountAccountRoutes } from './account-routes.ts'
import type { CustomerDesk } from './customer-desk.ts'
import { mountSignInRoutes } from './sign-in-routes.ts'
import type { StaffDesk } from './staff-desk.ts'
import { mountStaffDeskRoutes } from './staff-desk-routes.ts'
import { mountStaffRoutes } from './staff-routes.ts'
import type { StaffSignIns } from './staff-sign-ins.ts'

/** Every call of the module. */
export function identityRoutes(desk: CustomerDesk, staffSignIns: StaffSignIns, staffDesk: StaffDesk): Routes {
  return {
    mount(api) {
      mountSignInRoutes(api, desk)
      mountAccountRoutes(api, desk)
      mountStaffRoutes(api, staffSignIns, desk)
      mountStaffDeskRoutes(api, staffDesk, desk.activity)
    },
  }
}
