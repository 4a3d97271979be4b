import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, useCallback, useEffect, useState } from 'react'
import { times } from '../../../lib/constants.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadingOverlay, useOverlay } from '../../../ui/loading-overlay.tsx'
import styles from '../admin.module.css'
import { type AdminPanel, mayUse } from '../admin-panel.ts'
import type { Staff } from '../api.ts'
import { AdvancedEditor } from '../content/advanced-editor.tsx'
import { ConfirmDialog, LeaveDialog } from '../content/confirm-dialog.tsx'
import { ConflictDialog } from '../content/conflict-dialog.tsx'
import { type ContentDesk, useContentDesk } from '../content/use-content.ts'
import { VersionsPanel } from '../content/versions-panel.tsx'
import { PublishDialog, ResetDialog } from '../content/whole-tree-dialogs.tsx'
import { EditingProvider } from '../draft/draft-context.tsx'
import { LoginForm } from '../login-form.tsx'
import { PreviewPane } from '../preview/preview-pane.tsx'
import { publishingKey } from '../publishing/publishing-api.ts'
import type { SettingsDrafts } from '../settings/settings-panel.tsx'
import type { SourceDrafts } from '../sources/source-draft.ts'
import { ContentNotice, contentTabs } from './content-tabs.tsx'
import { type DeskTab, DeskTabs } from './desk-tabs.tsx'
import { HeaderBar } from './header-bar.tsx'
import { useBackGuard, useCloseGuard, useShortcuts } from './use-guards.ts'

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
const AuditPanel = lazy(() =>
  import('../audit/audit-panel.tsx').then((module) => ({ default: module.AuditPanel })),
)

type Asking = 'reset' | 'publish' | 'logout'

interface AdminDeskProps {
  staff: Staff
  panels: readonly AdminPanel[]
  onLogout: () => Promise<void>
  /** Told whether something is unsaved, for whatever else could lead away from the desk. */
  onUnsaved: (unsaved: boolean) => void
}

/** The bar, the tabs, and whatever has to be asked before something happens to all of the content. */
export function AdminDesk({ staff, panels, onLogout, onUnsaved }: AdminDeskProps) {
  const mayRead = mayUse(staff.role, ['editor', 'viewer'])
  const mayEdit = mayUse(staff.role, ['editor'])
  const desk = useContentDesk(mayRead)
  const [tab, setTab] = useState<string>()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<Asking>()
  const [preview, setPreview] = useState(false)
  const [settings, setSettings] = useState<SettingsDrafts>({})
  const [sources, setSources] = useState<SourceDrafts>({})
  const unsaved = [settings, sources].some((drafts) => Object.keys(drafts).length > 0) || desk.dirty
  const client = useQueryClient()
  const overlay = useOverlay(desk.loading, times.overlay)
  const close = (): void => setAsking(undefined)
  useEffect(() => onUnsaved(unsaved), [onUnsaved, unsaved])
  useCloseGuard(unsaved)
  const back = useBackGuard(unsaved)
  useShortcuts(mayEdit && desk.draft !== undefined, {
    save: () => void desk.save(),
    undo: () => desk.dispatch({ do: 'undo' }),
    redo: () => desk.dispatch({ do: 'redo' }),
  })

  const toggle = useCallback((sections: readonly string[], opened: boolean) => {
    setOpen((before) => {
      const after = new Set(before)
      for (const section of sections) opened ? after.add(section) : after.delete(section)
      return after
    })
  }, [])

  async function startOver(): Promise<void> {
    await desk.reload()
    setOpen(new Set())
    setTab(undefined)
  }

  const tabs: DeskTab[] = [
    ...(mayRead ? contentTabs(desk, open, toggle) : []),
    ...(mayRead && desk.draft
      ? [
          {
            id: 'advanced',
            label: 'Advanced',
            group: true,
            content: <AdvancedEditor tree={desk.draft.history.present} />,
          },
        ]
      : []),
    ...(mayRead && desk.draft
      ? [
          {
            id: 'publishing',
            label: 'Publishing',
            content: (
              <PublishingPanel
                mayEdit={mayEdit}
                canPublish={desk.content?.canPublish ?? false}
                dirty={desk.dirty}
                onPublish={() => setAsking('publish')}
              />
            ),
          },
        ]
      : []),
    { id: 'performance', label: 'Performance', group: !mayRead, content: <PerformancePanel /> },
    ...(mayRead && desk.draft
      ? [
          {
            id: 'versions',
            label: 'Versions',
            content: (
              <VersionsPanel
                draft={desk.draft.history.present}
                current={desk.draft.base}
                version={desk.draft.version}
                dirty={desk.dirty}
                mayRestore={mayEdit}
                onRestored={desk.reload}
              />
            ),
          },
        ]
      : []),
    ...(mayRead
      ? [
          { id: 'leads', label: 'Leads', group: true, content: <LeadsPanel mayEdit={mayEdit} /> },
          {
            id: 'sources',
            label: 'Sources',
            marked: Object.keys(sources).length > 0,
            content: <SourcesPanel mayEdit={mayEdit} drafts={sources} onDrafts={setSources} />,
          },
        ]
      : []),
    ...panels
      .filter(({ roles }) => mayUse(staff.role, roles))
      .map(({ id, label, Panel }) => ({ id, label, content: <Panel /> })),
    ...(mayRead ? [{ id: 'audit', label: 'Audit log', group: true, content: <AuditPanel /> }] : []),
    ...(staff.role === 'owner'
      ? [
          {
            id: 'settings',
            label: 'Settings',
            marked: Object.keys(settings).length > 0,
            content: <SettingsPanel drafts={settings} onDrafts={setSettings} />,
          },
        ]
      : []),
  ]

  return (
    <div className={styles.admin}>
      {overlay ? <LoadingOverlay text="Loading content..." /> : null}
      <HeaderBar
        staff={staff}
        desk={desk}
        mayEdit={mayEdit}
        preview={preview}
        onPreview={() => setPreview(!preview)}
        onReset={() => setAsking('reset')}
        onPublish={() => setAsking('publish')}
        onLogout={() => (unsaved ? setAsking('logout') : void onLogout())}
      />
      <Editable desk={desk} readOnly={!mayEdit}>
        <DeskTabs
          tabs={tabs}
          value={tab}
          onChange={setTab}
          notice={mayRead && !desk.draft ? <ContentNotice desk={desk} /> : null}
          aside={(shown) =>
            preview && desk.draft?.history.present.pages.some(({ route }) => route === shown) ? (
              <PreviewPane route={shown} tree={desk.draft.history.present} />
            ) : null
          }
        />
      </Editable>
      <ResetDialog open={asking === 'reset'} onClose={close} dirty={desk.dirty} onDone={startOver} />
      <PublishDialog
        open={asking === 'publish'}
        onClose={() => {
          close()
          void client.invalidateQueries({ queryKey: publishingKey })
        }}
        dirty={desk.dirty}
      />
      <LeaveDialog open={back.asked} onStay={back.stay} onLeave={back.leave} />
      <ConfirmDialog
        open={asking === 'logout'}
        onClose={close}
        run={onLogout}
        title="Log out without saving?"
        description="You have unsaved changes. They are lost when you log out."
        verb="Log out"
        busyVerb="Logging out..."
      />
      <ConflictDialog
        clash={desk.clash}
        busy={desk.saving}
        onMine={() => void desk.keepMine()}
        onTheirs={desk.takeTheirs}
        onMerge={(merged) => void desk.saveMerged(merged)}
        onClose={desk.dismiss}
      />
      <Dialog
        open={desk.expired}
        onClose={() => desk.setExpired(false)}
        narrow
        title="Please sign in again"
        description="Your session has ended. What you edited is still here; sign in and save again."
      >
        <LoginForm onSignedIn={() => desk.setExpired(false)} />
      </Dialog>
    </div>
  )
}

function Editable({
  desk,
  readOnly,
  children,
}: {
  desk: ContentDesk
  readOnly: boolean
  children: ReactNode
}) {
  if (!desk.draft) return children
  return (
    <EditingProvider tree={desk.draft.history.present} dispatch={desk.dispatch} readOnly={readOnly}>
      {children}
    </EditingProvider>
  )
}
