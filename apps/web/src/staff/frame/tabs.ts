import type { Page, Role } from '../api.ts'
import { same } from '../draft/three-way.ts'
import { pagesPath } from './addresses.ts'
import { mayUse } from './staff-member.ts'
import { ContentPages, type StaffTab, today, tools } from './tab-list.tsx'
import type { UnsavedWork } from './unsaved-work.ts'

/** The tabs of a role, in the order of the rail. */
export function tabsOf(role: Role, pages: readonly Pick<Page, 'route' | 'title'>[]): StaffTab[] {
  const content = pages.map(
    ({ route, title }): StaffTab => ({
      path: pagesPath + route,
      label: route,
      title,
      area: 'Content',
      group: 'Content',
      roles: ['editor', 'viewer'],
      edits: true,
      Panel: ContentPages,
    }),
  )
  return [today, ...content, ...tools].filter(({ roles }) => roles === undefined || mayUse(role, roles))
}

/** The path that links to finance as a whole lead to; undefined for a role without it. */
export const financeStart = (tabs: readonly StaffTab[]): string | undefined =>
  tabs.find(({ path }) => path === 'finance/books')?.path

/** The path of the tab after signing in: the first content page for those who edit content, Today for the others. */
export const startOf = (role: Role, tabs: readonly StaffTab[]): string =>
  (mayUse(role, ['editor']) ? tabs.find(({ edits }) => edits) : today)?.path ?? today.path

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
  if (old?.toLowerCase() === 'finance') return financeStart(tabs)
  const tab = tabs.find(({ label, path }) => label === old || path.split('/').at(-1) === old)
  const order = query.get('order')
  return tab && (tab.path === 'orders' && order ? `${tab.path}/${order}` : tab.path)
}
