import { sendNotePage } from '#platform/http/note-page.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
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

export function mountOrganizationRoutes(
  api: ApiRouter,
  { organizations, managers, customers, billing }: OrganizationParts,
): void {
  api.serve(saveOrganization, async ({ body: { id, ...details } }, { actor }) => {
    await assertPrintable(details)
    return { organization: await organizations.save(actor.userId, id, details) }
  })

  api.serve(myOrganizations, async (_, { actor }) => {
    const person = await customers.get(actor.userId)
    const managed = await organizations.managedBy(actor.userId)
    return {
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

  api.serve(inviteManager, ({ params: { id }, body: { email } }, { actor }) =>
    managers.invite(actor.userId, id, email),
  )

  api.serve(answerInvitation, ({ params: { id }, body: { accept } }, { actor }) =>
    managers.answer(actor.userId, id, accept),
  )

  api.serve(removeManager, ({ params: { id }, body }, { actor }) => managers.remove(actor.userId, id, body))

  // A mail program that looks at links must not decide for the reader: only the button changes something.
  api.serve(askForBillingAddress, async ({ query }, call) => {
    billing.requestOf(query)
    sendNotePage(
      call.res,
      'Receive invoices here?',
      '<p>Copies of the invoices and receipts of the organization in the email will be sent to your address.</p><form method="post"><button>Confirm this address</button></form>',
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
