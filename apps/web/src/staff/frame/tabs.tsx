import { type ComponentType, lazy } from 'react'
import type { Page, Role } from '../api.ts'
import { same } from '../draft/three-way.ts'
import { pagesPath } from './addresses.ts'
import { mayUse } from './staff-member.ts'
import type { UnsavedWork } from './unsaved-work.ts'

/** A group of tabs for one kind of work. */
export type Area = 'Content' | 'Leads' | 'Orders' | 'Finance' | 'Operations'

export interface StaffTab {
  /** The path below `/admin`; the tab's records and views are below it. */
  path: string
  label: string
  /** The title of a content page, shown beneath its route. */
  title?: string
  area: Area
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

const ContentPages = panel(() => import('../content/content-pages.tsx'), 'ContentPages')
const readers: readonly Role[] = ['editor', 'viewer']
const orderReaders: readonly Role[] = ['finance', 'viewer']

/** Every tab except the content pages, which are made from the content. */
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
    roles: orderReaders,
    Panel: panel(() => import('../finance/orders-panel.tsx'), 'OrdersPanel'),
  },
  {
    path: 'finance',
    label: 'Finance',
    area: 'Finance',
    roles: orderReaders,
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

/** The tabs of a role, in the order of the rail. */
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

/** The path of the first tab for a role. */
export const startOf = (role: Role, tabs: readonly StaffTab[]): string =>
  (role === 'finance' ? tabs.find(({ area }) => area === 'Finance') : tabs[0])?.path ?? ''

/** Whether the tab has unsaved changes. */
export function isUnsaved({ drafts, label, edits }: StaffTab, { content, ...work }: UnsavedWork): boolean {
  if (drafts) return Object.keys(work[drafts].drafts).length > 0
  const { base, history } = content.draft ?? {}
  const pageOf = (tree: typeof base) => tree?.pages.find(({ route }) => route === label)
  if (label === 'Advanced' && content.unapplied) return true
  return edits === true && !same(pageOf(base), pageOf(history?.present))
}

/**
 * The address for an older link, such as `?tab=orders&order=…` in a mail; undefined for any other.
 */
export function addressOfOldLink(query: URLSearchParams, tabs: readonly StaffTab[]): string | undefined {
  const old = query.get('tab')
  const tab = tabs.find(({ label, path }) => label === old || path.split('/').at(-1) === old)
  const order = query.get('order')
  return tab && (tab.path === 'orders' && order ? `${tab.path}/${order}` : tab.path)
}
