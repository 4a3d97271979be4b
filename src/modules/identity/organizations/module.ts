import { AuditedReads } from '#platform/audit/audited-reads.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { SearchedList } from '#platform/http/searched-list.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { LinkSigner } from '#platform/storage/link-signer.ts'
import { Customers, Organizations } from '../index.ts'
import { BillingAddresses } from './billing-addresses.ts'
import { ManagedOrganizations } from './managed-organizations.ts'
import { Managers } from './managers.ts'
import { billingAddressMail, managerMail } from './organization-mails.ts'
import { OrganizationPersonalData } from './personal-data.ts'
import { mountOrganizationRoutes } from './routes.ts'
import { SearchedOrganizations } from './searched-organizations.ts'

/** Binds the organizations that buy, and their managers. */
export function bindOrganizations(bind: Bind): void {
  bindAll(bind, ManagedOrganizations)
  bind(Organizations).toService(ManagedOrganizations)
  bindAll(bind, Managers)
  singletonAs(bind, PersonalData, OrganizationPersonalData, Database, ManagedOrganizations, Managers)
  bindMailKinds(bind, [managerMail, billingAddressMail], {
    database: Database,
    clock: Clock,
    config: Config,
    signer: LinkSigner,
  })
  singletonAs(bind, SearchedList, SearchedOrganizations, Database, AuditedReads)
  singleton(bind, BillingAddresses, Database, LinkSigner, Clock)
  bindRoutes(bind, mountOrganizationRoutes, {
    organizations: ManagedOrganizations,
    managers: Managers,
    customers: Customers,
    billing: BillingAddresses,
  })
}
