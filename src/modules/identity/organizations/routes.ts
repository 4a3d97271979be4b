import { sendNotePage } from '#platform/http/note-page.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { assertPrintable } from '#platform/pdf/letters.ts'
import type { Customers } from '../index.ts'
import type { BillingAddresses } from './billing-addresses.ts'
import {
  answerInvitation,
  askForBillingAddress,
  confirmBillingAddress,
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
  billing: BillingAddresses
}

const ok = { success: true } as const

export function mountOrganizationRoutes(
  api: ApiRouter,
  { organizations, managers, customers, billing }: OrganizationParts,
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

  // A mail program that looks at links must not decide for the reader: only the button changes something.
  api.serve(askForBillingAddress, async ({ query }, call) => {
    billing.requestOf(query)
    sendNotePage(
      call.res,
      'Receive invoices here?',
      '<p>Copies of the invoices and receipts of the organization in the mail will be sent to your address.</p><form method="post"><button>Confirm this address</button></form>',
    )
    return undefined
  })

  api.serve(confirmBillingAddress, async ({ query }, call) => {
    await billing.confirm(query)
    sendNotePage(
      call.res,
      'Address confirmed',
      '<p>Invoices and receipts will be sent to your address as well.</p>',
    )
    return undefined
  })
}
