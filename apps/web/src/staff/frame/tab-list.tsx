import { type ComponentType, lazy } from 'react'
import type { Role } from '../api.ts'
import ledger from '../finance/ledger.module.css'

/** The kind of work that tabs are for: the title of the header bar. */
export type Area = 'Today' | 'Content' | 'Leads' | 'Finance' | 'Operations'

/** Tabs that the rail shows under one head, only while one of them is open. */
export type TabGroup = 'Content' | 'Sales' | 'Money' | 'Documents' | 'Audit'

export interface StaffTab {
  /** The path below `/admin`; the tab's records are below it. */
  path: string
  label: string
  /** The title of a content page, the tooltip of its tab. */
  title?: string
  area: Area
  group?: TabGroup
  Panel: ComponentType
  /** The roles that see it besides an owner; all roles if absent. */
  roles?: readonly Role[]
  /** Edits content: the header bar shows Save, Reset, Publish and Undo. */
  edits?: true
  /** The key of `UnsavedWork` whose drafts belong to it. */
  drafts?: 'settings' | 'notes'
}

/** A panel whose code is loaded when its tab is opened. */
const panel = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType => lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }))

/** The editor of each content page. */
export const ContentPages = panel(() => import('../content/page-editor.tsx'), 'ContentPages')
const readers: readonly Role[] = ['editor', 'viewer']

/** A view below the name of its group, which is a heading for screen readers: the rail shows it to the others. */
const inGroup = (group: TabGroup, View: ComponentType): ComponentType =>
  function InGroup() {
    return (
      <div className={ledger.panel}>
        <h2 className="visually-hidden">{group}</h2>
        <View />
      </div>
    )
  }

/** A view of finance; its files and events carry what viewers may not see, so some are for finance alone. */
const finance = (
  group: TabGroup,
  path: string,
  label: string,
  name: keyof typeof import('../finance/finance-panel.tsx'),
  roles: readonly Role[] = ['finance', 'viewer'],
): StaffTab => ({
  path,
  label,
  area: 'Finance',
  group,
  roles,
  Panel: inGroup(
    group,
    panel(() => import('../finance/finance-panel.tsx'), name),
  ),
})

/** What waits for the member of staff. */
export const today: StaffTab = {
  path: 'today',
  label: 'Today',
  area: 'Today',
  Panel: panel(() => import('../today/today-panel.tsx'), 'TodayPanel'),
}

/** The tabs after Today and the content pages, which are made from the content. */
export const tools: readonly StaffTab[] = [
  {
    path: 'content/advanced',
    label: 'Advanced',
    area: 'Content',
    group: 'Content',
    roles: readers,
    edits: true,
    Panel: panel(() => import('../content/advanced-editor.tsx'), 'AdvancedPanel'),
  },
  {
    path: 'content/publishing',
    label: 'Publishing',
    area: 'Content',
    group: 'Content',
    roles: readers,
    edits: true,
    Panel: panel(() => import('../publishing/publishing-panel.tsx'), 'PublishingPanel'),
  },
  {
    path: 'content/versions',
    label: 'Versions',
    area: 'Content',
    group: 'Content',
    roles: readers,
    edits: true,
    Panel: panel(() => import('../content/versions-panel.tsx'), 'VersionsPanel'),
  },
  {
    path: 'leads',
    label: 'Leads',
    area: 'Leads',
    roles: readers,
    drafts: 'notes',
    Panel: panel(() => import('../leads/leads-panel.tsx'), 'LeadsPanel'),
  },
  {
    ...finance('Sales', 'orders', 'Orders', 'Orders'),
    // Its heading is its own, which a record of the list replaces.
    Panel: panel(() => import('../finance/finance-panel.tsx'), 'Orders'),
  },
  finance('Sales', 'finance/quotes', 'Quotes', 'Quotes'),
  finance('Sales', 'finance/prices', 'Prices and coupons', 'Prices'),
  finance('Sales', 'finance/sources', 'Sources', 'Sources', ['editor', 'finance', 'viewer']),
  finance('Money', 'finance/books', 'Books', 'Books'),
  finance('Money', 'finance/schedule', 'Deferred income', 'Schedule'),
  finance('Money', 'finance/transfers', 'Bank transfers', 'BankTransfers'),
  finance('Money', 'finance/payouts', 'Payouts', 'Payouts'),
  finance('Money', 'finance/receivables', 'Receivables', 'Receivables'),
  finance('Money', 'finance/withdrawals', 'Withdrawals', 'Withdrawals'),
  finance('Money', 'finance/reconciliation', 'Reconciliation', 'Reconciliation'),
  finance('Documents', 'finance/documents', 'Register', 'Register'),
  finance('Documents', 'finance/papers', 'Vendor pack', 'Papers'),
  finance('Documents', 'finance/tax', 'Tax', 'Tax'),
  finance('Documents', 'finance/mails', 'Emails', 'Emails'),
  finance('Audit', 'finance/proof', 'Proof', 'Proof'),
  finance('Audit', 'finance/exports', 'Exports', 'Exports', ['finance']),
  finance('Audit', 'finance/webhooks', 'Webhooks', 'Webhooks'),
  {
    path: 'operations/cohorts',
    label: 'Cohorts',
    area: 'Operations',
    Panel: panel(() => import('../cohorts/cohorts-panel.tsx'), 'CohortsPanel'),
  },
  {
    path: 'operations/certificates',
    label: 'Certificates',
    area: 'Operations',
    roles: ['editor', 'finance'],
    Panel: panel(() => import('../certificates/certificates-panel.tsx'), 'CertificatesPanel'),
  },
  {
    path: 'operations/performance',
    label: 'Performance',
    area: 'Operations',
    Panel: panel(() => import('../performance/performance-panel.tsx'), 'PerformancePanel'),
  },
  {
    path: 'operations/audit',
    label: 'Audit log',
    area: 'Operations',
    roles: readers,
    Panel: panel(() => import('../audit/audit-panel.tsx'), 'AuditPanel'),
  },
  {
    path: 'operations/account',
    label: 'Your account',
    area: 'Operations',
    Panel: panel(() => import('../accounts/account-panel.tsx'), 'AccountPanel'),
  },
  {
    path: 'operations/staff',
    label: 'Staff',
    area: 'Operations',
    roles: [],
    Panel: panel(() => import('../accounts/staff-panel.tsx'), 'StaffPanel'),
  },
  {
    path: 'operations/endpoints',
    label: 'Webhooks out',
    area: 'Operations',
    roles: [],
    Panel: panel(() => import('../hooks/hooks-panel.tsx'), 'HooksPanel'),
  },
  {
    path: 'operations/settings',
    label: 'Settings',
    area: 'Operations',
    roles: ['finance'],
    drafts: 'settings',
    Panel: panel(() => import('../settings/settings-panel.tsx'), 'SettingsPanel'),
  },
]
