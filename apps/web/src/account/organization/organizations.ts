import type { myOrganizations } from '#modules/identity/organizations/contract.ts'
import type { organizationSeats } from '#modules/leadership/cohorts/seats/contract.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { ordersKey } from '../../lib/orders.ts'

export type OrganizationSeat = AnswerOf<typeof organizationSeats>['seats'][number]
export type ManagedOrganization = AnswerOf<typeof myOrganizations>['organizations'][number]

/** Options of the answers on this page: a change of account removes them together with the orders. */
export const ofOrders = { area: ordersKey[0], staleTime: 60_000, retry: 1 } as const

/** The answers that a change of an organization loads again. */
export const ofOrganizations = ['/api/organizations', '/api/quotes']
