import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { listOrganizationOrders as ListOrders } from '#modules/commerce/contract.ts'
import type { myQuotes as MyQuotes } from '#modules/commerce/quotes/contract.ts'
import type {
  answerInvitation as AnswerInvitation,
  inviteManager as InviteManager,
  myOrganizations as MyOrganizations,
  removeManager as RemoveManager,
} from '#modules/identity/organizations/contract.ts'
import type {
  inviteToSeats as InviteToSeats,
  moveSeat as MoveSeat,
  organizationSeats as OrganizationSeats,
  remindOfSeats as RemindOfSeats,
  revokeSeat as RevokeSeat,
} from '#modules/leadership/program/seats/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { ordersKey } from '../../lib/orders.ts'

export type OrganizationSeat = AnswerOf<typeof OrganizationSeats>['seats'][number]
export type ManagedOrganization = AnswerOf<typeof MyOrganizations>['organizations'][number]

export type OwnQuote = AnswerOf<typeof MyQuotes>['quotes'][number]

/** A child of the orders' key, so that a change of account clears both. */
const key = [...ordersKey, 'organizations'] as const

export const useOrganizations = (enabled: boolean) =>
  useQuery({
    queryKey: [...key, 'mine'],
    queryFn: () => call<typeof MyOrganizations>('GET', '/api/organizations/mine'),
    enabled,
    retry: 1,
  })

export const useSeats = (id: string) =>
  useQuery({
    queryKey: [...key, id, 'seats'],
    queryFn: async () =>
      (await call<typeof OrganizationSeats>('GET', '/api/organizations/:id/seats', { params: { id } })).seats,
    refetchOnWindowFocus: 'always',
    retry: 1,
  })

export const useOrganizationOrders = (id: string) =>
  useQuery({
    queryKey: [...key, id, 'orders'],
    queryFn: async () =>
      (await call<typeof ListOrders>('GET', '/api/organizations/:id/orders', { params: { id } })).orders,
    retry: 1,
  })

/** The quotes that the signed-in customer requested, and those of the organizations that they manage. */
export const useOwnQuotes = () =>
  useQuery({
    queryKey: [...key, 'quotes'],
    queryFn: async () => (await call<typeof MyQuotes>('GET', '/api/quotes')).quotes,
    refetchOnWindowFocus: 'always',
    retry: 1,
  })

/** Returns a function that refetches every query of organizations. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: key }), [client])
}

export const inviteToSeats = (id: string, orderId: string, emails: string[]) =>
  call<typeof InviteToSeats>('POST', '/api/organizations/:id/seats/invite', {
    params: { id },
    body: { orderId, emails },
  })

export const remindOfSeats = (id: string, seatIds: string[]) =>
  call<typeof RemindOfSeats>('POST', '/api/organizations/:id/seats/remind', {
    params: { id },
    body: { seatIds },
  })

/** Refused if the seat has changed since it was loaded. */
export const revokeSeat = (id: string, { id: seatId, state, round }: OrganizationSeat) =>
  call<typeof RevokeSeat>('POST', '/api/organizations/:id/seats/revoke', {
    params: { id },
    body: { seatId, state, round },
  })

export const moveSeat = (id: string, seatId: string, cohortId: string) =>
  call<typeof MoveSeat>('POST', '/api/organizations/:id/seats/move', {
    params: { id },
    body: { seatId, cohortId },
  })

export const inviteManager = (id: string, email: string) =>
  call<typeof InviteManager>('POST', '/api/organizations/:id/managers', { params: { id }, body: { email } })

export const removeManager = (id: string, body: { userId: string } | { email: string }) =>
  call<typeof RemoveManager>('POST', '/api/organizations/:id/managers/remove', { params: { id }, body })

export const answerInvitation = (id: string, accept: boolean) =>
  call<typeof AnswerInvitation>('POST', '/api/organizations/:id/invitation', {
    params: { id },
    body: { accept },
  })
