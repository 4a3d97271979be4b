import type { ModuleMigration } from '../migration.ts'

/** For the audit of one person, of one action and of a time. */
export const platformAuditFilters: ModuleMigration = {
  name: '20261125-c1-platform-audit-filters',
  sql: `
create index platform_audit_person on platform_audit (done_by, id desc);
create index platform_audit_action on platform_audit (action, id desc);
create index platform_audit_time on platform_audit (at);`,
}
