import { type ComponentType, lazy } from 'react'
import type { Page, Role } from '../api.ts'
import { same } from '../draft/three-way.ts'
import { pagesPath } from './addresses.ts'
import { mayUse } from './staff-member.ts'
import type { UnsavedWork } from './unsaved-work.ts'

/** A part of the staff screen, with what belongs to one kind of work. */
export type Area = 'Content' | 'Leads' | 'Orders' | 'Finance' | 'Operations'

export interface StaffTab {
  /** Below `/admin`; records and views of the tab are below it. */
  path: string
  label: string
  /** What a content page is called; beneath its route. */
  title?: string
  area: Area
  Panel: ComponentType
  /** Who sees it beside the owner; everybody when absent. */
  roles?: readonly Role[]
  /** Content is edited here: the bar has Save, Reset, Publish, Undo. */
  edits?: true
  /** The key of `UnsavedWork` whose drafts belong to it. */
  drafts?: 'settings' | 'sources' | 'notes'
}

/** A panel whose code arrives when its tab is opened. */
const panel = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType => lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }))

const ContentPages = panel(() => import('../content/content-pages.tsx'), 'ContentPages')
const readers: readonly Role[] = ['editor', 'viewer']
const accountants: readonly Role[] = ['finance', 'viewer']

/** Every tab but the content pages, which come with the content. */
const tools: readonly StaffTab[] = [
  {
    path: 'content/advanced',
    label: 'Advanced',
    area: 'Content',
    roles: readers,
    edits: true,
    Panel: panel(() => import('../content/advanced-editor.tsx'), 'AdvancedPanel'),
  },
  {
    path: 'content/publishing',
    label: 'Publishing',
    area: 'Content',
    roles: readers,
    edits: true,
    Panel: panel(() => import('../publishing/publishing-panel.tsx'), 'PublishingPanel'),
  },
  {
    path: 'content/versions',
    label: 'Versions',
    area: 'Content',
    roles: readers,
    edits: true,
    Panel: panel(() => import('../content/versions-panel.tsx'), 'VersionsPanel'),
  },
  {
    path: 'content/sources',
    label: 'Sources',
    area: 'Content',
    roles: readers,
    drafts: 'sources',
    Panel: panel(() => import('../sources/sources-panel.tsx'), 'SourcesPanel'),
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
    path: 'orders',
    label: 'Orders',
    area: 'Orders',
    roles: accountants,
    Panel: panel(() => import('../finance/orders-panel.tsx'), 'OrdersPanel'),
  },
  {
    path: 'finance',
    label: 'Finance',
    area: 'Finance',
    roles: accountants,
    Panel: panel(() => import('../finance/finance-panel.tsx'), 'FinancePanel'),
  },
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
    Panel: panel(() => import('../staff/account-panel.tsx'), 'AccountPanel'),
  },
  {
    path: 'operations/staff',
    label: 'Staff',
    area: 'Operations',
    roles: [],
    Panel: panel(() => import('../staff/staff-panel.tsx'), 'StaffPanel'),
  },
  {
    path: 'operations/settings',
    label: 'Settings',
    area: 'Operations',
    roles: [],
    drafts: 'settings',
    Panel: panel(() => import('../settings/settings-panel.tsx'), 'SettingsPanel'),
  },
]

/** Every tab that somebody of this role may see, in the order of the rail. */
export function tabsOf(role: Role, pages: readonly Pick<Page, 'route' | 'title'>[]): StaffTab[] {
  const content = pages.map(
    ({ route, title }): StaffTab => ({
      path: pagesPath + route,
      label: route,
      title,
      area: 'Content',
      roles: readers,
      edits: true,
      Panel: ContentPages,
    }),
  )
  return [...content, ...tools].filter(({ roles }) => roles === undefined || mayUse(role, roles))
}

/** Where somebody of this role begins. */
export const startOf = (role: Role, tabs: readonly StaffTab[]): string =>
  (role === 'finance' ? tabs.find(({ area }) => area === 'Finance') : tabs[0])?.path ?? ''

/** True when something of the tab is not saved. */
export function isUnsaved({ drafts, label, edits }: StaffTab, { content, ...work }: UnsavedWork): boolean {
  if (drafts) return Object.keys(work[drafts].drafts).length > 0
  const { base, history } = content.draft ?? {}
  const pageOf = (tree: typeof base) => tree?.pages.find(({ route }) => route === label)
  return edits === true && !same(pageOf(base), pageOf(history?.present))
}

/**
 * The address that an older link meant, such as `?tab=orders&order=…` of a mail; undefined where there is none.
 */
export function addressOfOldLink(query: URLSearchParams, tabs: readonly StaffTab[]): string | undefined {
  const old = query.get('tab')
  const tab = tabs.find(({ label, path }) => label === old || path.split('/').at(-1) === old)
  const order = query.get('order')
  return tab && (tab.path === 'orders' && order ? `${tab.path}/${order}` : tab.path)
}
