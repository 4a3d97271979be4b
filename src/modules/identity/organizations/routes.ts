import type { ApiRouter } from '#platform/http/routes.ts'
import { assertPrintable } from '#platform/pdf/letters.ts'
import type { Customers } from '../index.ts'
import {
  answerInvitation,
  inviteManager,
  myOrganizations,
  removeManager,
  saveOrganization,
} from './contract.ts'
import type { ManagedOrganizations } from './managed-organizations.ts'
import type { Managers } from './managers.ts'

export interface OrganizationParts {
  organizations: ManagedOrganizations
  managers: Managers
  customers: Customers
}

const ok = { success: true } as const

export function mountOrganizationRoutes(
  api: ApiRouter,
  { organizations, managers, customers }: OrganizationParts,
): void {
  api.serve(saveOrganization, async ({ body: { id, ...details } }, { actor }) => {
    await assertPrintable(details)
    return { ...ok, organization: await organizations.save(actor.userId, id, details) }
  })

  api.serve(myOrganizations, async (_, { actor }) => {
    const person = await customers.get(actor.userId)
    const managed = await organizations.managedBy(actor.userId)
    return {
      ...ok,
      organizations: await Promise.all(
        managed.map(async (organization) => {
          const { people, invited } = await managers.of(organization.id)
          return {
            ...organization,
            managers: people.map(({ id, firstName, lastName, email }) => ({
              userId: id,
              name: `${firstName} ${lastName}`.trim(),
              email,
            })),
            invited,
          }
        }),
      ),
      invitations:
        person === null || !person.isEmailVerified ? [] : await managers.invitationsTo(person.email),
    }
  })

  api.serve(inviteManager, async ({ params: { id }, body: { email } }, { actor }) => {
    await managers.invite(actor.userId, id, email)
    return ok
  })

  api.serve(answerInvitation, async ({ params: { id }, body: { accept } }, { actor }) => {
    await managers.answer(actor.userId, id, accept)
    return ok
  })

  api.serve(removeManager, async ({ params: { id }, body }, { actor }) => {
    await managers.remove(actor.userId, id, body)
    return ok
  })
}
