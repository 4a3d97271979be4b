import { z } from 'zod'
import { canonicalEmail } from '#platform/contract/email.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { Line, NumberLine } from '#platform/contract/line.ts'
import { answer, Done, readAs } from '#platform/contract/wire.ts'

/** The details that an organization has entered; '' for none. */
export const OrganizationDetails = z.object({
  name: Line.min(1, 'is needed'),
  addressLine1: Line.default(''),
  addressLine2: Line.default(''),
  postalCode: NumberLine.default(''),
  city: Line.default(''),
  region: Line.default(''),
  country: Line.default(''),
  taxId: NumberLine.default(''),
  /** Its own number for orders, such as of a cost center; undefined leaves it unchanged. */
  reference: NumberLine.max(60, 'must be at most 60 characters').optional(),
  /** A further recipient of its invoices; '' for none, undefined leaves it unchanged. */
  billingEmail: z
    .string('must be an email address')
    .transform((typed, context) => {
      const email = typed.trim() === '' ? '' : canonicalEmail(typed)
      if (email !== null) return email
      context.addIssue({ code: 'custom', message: 'must be an email address' })
      return z.NEVER
    })
    .optional(),
})
export type OrganizationDetails = z.output<typeof OrganizationDetails>

export const EmailField = z.string('must be an email address').transform((typed, context) => {
  const email = canonicalEmail(typed)
  if (email !== null) return email
  context.addIssue({ code: 'custom', message: 'must be an email address' })
  return z.NEVER
})

export const OrganizationView = OrganizationDetails.extend({
  id: z.uuid(),
  reference: z.string(),
  billingEmail: z.string(),
  /** Whether the owner of the billing address has confirmed it. Nothing is sent there before. */
  billingEmailConfirmed: z.boolean(),
})
export type OrganizationView = z.output<typeof OrganizationView>

const params = z.object({ id: InputId })

export const saveOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations',
  summary: 'Make an organization, whose first manager is the caller, or change the details of one',
  access: 'customer',
  limit: { points: 30, seconds: 60, perDay: 300 },
  body: OrganizationDetails.extend({ id: InputId }),
  response: answer({ organization: readAs(OrganizationView) }),
})

export const myOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizations/mine',
  summary: 'The organizations that the caller manages, and those that ask the caller to',
  access: 'customer',
  response: answer({
    organizations: z.array(
      readAs(
        OrganizationView.extend({
          managers: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
          /** Invited addresses that have not answered. */
          invited: z.array(z.string()),
        }),
      ),
    ),
    invitations: z.array(z.object({ organizationId: z.uuid(), name: z.string() })),
  }),
})

export const inviteManager = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/managers',
  summary: 'Ask somebody by address to manage the organization as well',
  access: 'customer',
  limit: { points: 10, seconds: 60, perDay: 100 },
  params,
  body: z.object({ email: EmailField }),
  response: Done,
})

export const answerInvitation = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/invitation',
  summary: 'Become a manager of an organization that asks the caller, or decline',
  access: 'customer',
  limit: { points: 30, seconds: 60, perDay: 300 },
  params,
  body: z.object({ accept: z.boolean() }),
  response: Done,
})

export const removeManager = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/managers/remove',
  summary: 'Take a manager, or an address that was asked, off an organization; one manager stays',
  access: 'customer',
  limit: { points: 30, seconds: 60, perDay: 300 },
  params,
  body: z
    .object({ userId: z.uuid().optional(), email: EmailField.optional() })
    .refine(({ userId, email }) => (userId === undefined) !== (email === undefined), {
      path: ['userId'],
      message: 'either this or email is needed',
    }),
  response: Done,
})

export const askForBillingAddress = endpoint({
  method: 'GET',
  path: '/api/organizations/billing-address',
  summary:
    'A signed link of a mail: a page that asks whether documents of an organization may come to this address',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  query: z.record(z.string(), z.string()),
  response: 'stream',
})

export const confirmBillingAddress = endpoint({
  method: 'POST',
  path: '/api/organizations/billing-address',
  summary: 'The answer to that page: documents of the organization come to this address',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  query: z.record(z.string(), z.string()),
  /** A form whose fields are not read: the link has everything. */
  bodyType: 'file',
  bodyLimit: 4096,
  response: 'stream',
})
