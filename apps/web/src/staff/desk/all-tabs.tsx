import { lazy } from 'react'
import { type AdminPanel, mayUse } from '../admin-panel.ts'
import type { Role } from '../api.ts'
import { AdvancedEditor } from '../content/advanced-editor.tsx'
import type { ContentDesk } from '../content/use-content.ts'
import { VersionsPanel } from '../content/versions-panel.tsx'
import type { SettingsDrafts } from '../settings/settings-panel.tsx'
import type { SourceDrafts } from '../sources/source-draft.ts'
import { contentTabs } from './content-tabs.tsx'
import type { DeskTab } from './desk-tabs.tsx'

const PerformancePanel = lazy(() =>
  import('../performance/performance-panel.tsx').then((module) => ({ default: module.PerformancePanel })),
)
const LeadsPanel = lazy(() =>
  import('../leads/leads-panel.tsx').then((module) => ({ default: module.LeadsPanel })),
)

const SettingsPanel = lazy(() =>
  import('../settings/settings-panel.tsx').then((module) => ({ default: module.SettingsPanel })),
)
const SourcesPanel = lazy(() =>
  import('../sources/sources-panel.tsx').then((module) => ({ default: module.SourcesPanel })),
)
const PublishingPanel = lazy(() =>
  import('../publishing/publishing-panel.tsx').then((module) => ({ default: module.PublishingPanel })),
)
const StaffPanel = lazy(() =>
  import('../staff/staff-panel.tsx').then((module) => ({ default: module.StaffPanel })),
)
const AuditPanel = lazy(() =>
  import('../audit/audit-panel.tsx').then((module) => ({ default: module.AuditPanel })),
)

/** What is typed in a tool and not saved, kept while another tab is shown. */
interface Kept<Drafts> {
  drafts: Drafts
  onDrafts: (change: (drafts: Drafts) => Drafts) => void
}

interface Everything {
  role: Role
  desk: ContentDesk
  open: ReadonlySet<string>
  onToggle: (sections: readonly string[], open: boolean) => void
  onPublish: () => void
  onTab: (id: string) => void
  settings: Kept<SettingsDrafts>
  sources: Kept<SourceDrafts>
  /** What other features bring. */
  panels: readonly AdminPanel[]
}

const marked = ({ drafts }: { drafts: object }): boolean => Object.keys(drafts).length > 0

/** Every tab that somebody of this role may see, in the order of the rail. */
export function allTabs(given: Everything): DeskTab[] {
  const { role, desk, open, onToggle, panels } = given
  const mayRead = mayUse(role, ['editor', 'viewer'])
  return [
    ...(mayRead ? contentTabs(desk, open, onToggle) : []),
    ...(mayRead ? wholeTreeTabs(given) : []),
    { id: 'performance', label: 'Performance', group: !mayRead, content: <PerformancePanel /> },
    ...(mayRead ? versionTab(given) : []),
    ...(mayRead ? workTabs(given) : []),
    ...panels
      .filter(({ roles }) => mayUse(role, roles))
      .map(({ id, label, Panel }) => ({ id, label, content: <Panel onTab={given.onTab} /> })),
    ...(mayRead ? [{ id: 'audit', label: 'Audit log', group: true, content: <AuditPanel /> }] : []),
    {
      id: 'staff',
      label: role === 'owner' ? 'Staff' : 'Sessions',
      group: !mayRead,
      content: <StaffPanel owner={role === 'owner'} />,
    },
    ...(role === 'owner'
      ? [
          {
            id: 'settings',
            label: 'Settings',
            marked: marked(given.settings),
            content: <SettingsPanel {...given.settings} />,
          },
        ]
      : []),
  ]
}

function wholeTreeTabs({ role, desk, onPublish }: Everything): DeskTab[] {
  if (!desk.draft) return []
  return [
    {
      id: 'advanced',
      label: 'Advanced',
      group: true,
      content: <AdvancedEditor tree={desk.draft.history.present} />,
    },
    {
      id: 'publishing',
      label: 'Publishing',
      content: (
        <PublishingPanel
          mayEdit={mayUse(role, ['editor'])}
          canPublish={desk.content?.canPublish ?? false}
          dirty={desk.dirty}
          onPublish={onPublish}
        />
      ),
    },
  ]
}

function versionTab({ role, desk }: Everything): DeskTab[] {
  if (!desk.draft) return []
  return [
    {
      id: 'versions',
      label: 'Versions',
      content: (
        <VersionsPanel
          draft={desk.draft.history.present}
          current={desk.draft.base}
          version={desk.draft.version}
          dirty={desk.dirty}
          mayRestore={mayUse(role, ['editor'])}
          onRestored={desk.reload}
        />
      ),
    },
  ]
}

function workTabs({ role, sources }: Everything): DeskTab[] {
  const mayEdit = mayUse(role, ['editor'])
  return [
    { id: 'leads', label: 'Leads', group: true, content: <LeadsPanel mayEdit={mayEdit} /> },
    {
      id: 'sources',
      label: 'Sources',
      marked: marked(sources),
      content: <SourcesPanel mayEdit={mayEdit} {...sources} />,
    },
  ]
}
