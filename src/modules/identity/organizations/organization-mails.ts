import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { organizationInMail } from '#platform/mail/greeting.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'
import { liveInvitations, organizationTables } from './tables.ts'

export interface OrganizationMailParts {
  database: Database
  clock: Clock
  config: Config
  signer: LinkSigner
}

/** Most invitations by one account within a day. */
const mostInvited = 20

/** To a person who is invited to manage an organization; not when the invitation was withdrawn, answered, or has expired. */
export const managerMail = defineMail({
  queue: 'identity.manager-mail',
  data: z.object({ invitationId: z.uuid() }),
  async compose({ id, data: { invitationId } }, { database, clock, config }: OrganizationMailParts) {
    const asked = await liveInvitations(database.sql, clock.now())
      .select(['o.name', 'i.email', 'i.invited_by'])
      .where('i.id', '=', invitationId)
      .executeTakeFirst()
    if (asked === undefined) return null
    const name = organizationInMail(asked.name, config.brandName)
    return {
      to: asked.email,
      subject: `${name} asks you to manage its seats`,
      key: `organization-manager-${id}`,
      reason: {
        form: 'manager-invitation',
        sender: { name: asked.invited_by, most: mostInvited, within: 'day' },
      },
      preheader: 'You can accept or decline.',
      heading: 'You are asked to manage an organization',
      paragraphs: [
        `${name} asks you to manage its seats in the program: to invite people, and to see who takes part. Sign in or create an account with this address. Nothing happens until you accept on the page below.`,
      ],
      button: { label: 'Open the organization’s page', url: `${config.publicUrl}/organization` },
    }
  },
})

export const billingAddressPath = '/api/organizations/billing-address'
const linkDays = 30
/** Most addresses that one account has asked within a day. */
const mostAsked = 10

/**
 * Asks the owner of an address whether an organization's documents may go there; not when the address was confirmed,
 * changed or removed.
 */
export const billingAddressMail = defineMail({
  queue: 'identity.billing-address-mail',
  data: z.object({ requestId: z.uuid(), userId: z.uuid() }),
  async compose({ id, data }, { database, clock, config, signer }: OrganizationMailParts) {
    const asking = await organizationTables(database.sql)
      .selectFrom('identity_organization')
      .select(['name', 'billing_email'])
      .where('billing_request_id', '=', data.requestId)
      .where('billing_confirmed_at', 'is', null)
      .executeTakeFirst()
    if (asking === undefined) return null
    const name = organizationInMail(asking.name, config.brandName)
    const until = new Date(clock.now().getTime() + linkDays * 86_400_000)
    return {
      to: asking.billing_email,
      subject: 'Please confirm this address for invoices',
      key: `organization-billing-address-${id}`,
      reason: { form: 'billing-address', sender: { name: data.userId, most: mostAsked, within: 'day' } },
      preheader: 'Nothing is sent here unless you confirm.',
      heading: 'Confirm this address for invoices',
      paragraphs: [
        `${name} gave this address for copies of its invoices and receipts. Nothing is sent here unless you confirm on the page below. If you were not expecting this email, you can ignore it.`,
      ],
      button: {
        label: 'Confirm this address',
        url: signer.sign(billingAddressPath, { request: data.requestId }, until),
      },
    }
  },
})
