import { LogOut, RotateCcw, Save, UploadCloud } from 'lucide-react'
import { useState } from 'react'
import { times } from '../../lib/constants.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import styles from './admin.module.css'
import type { AdminPanel } from './admin-app.tsx'
import { AdvancedEditor } from './advanced-editor.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { useContentAction } from './content-actions.ts'
import { PageEditor } from './page-editor.tsx'
import { PerformancePanel } from './performance-panel.tsx'
import type { StaffUser } from './staff-session.ts'
import { useDraft } from './use-draft.ts'

interface AdminShellProps {
  staff: StaffUser
  panels: readonly AdminPanel[]
  onLogout: () => Promise<void>
}

/** The bar and the tabs: one per content page, then Advanced, Performance and what other features bring. */
export function AdminShell({ staff, panels, onLogout }: AdminShellProps) {
  const draft = useDraft()
  const [tab, setTab] = useState<string>()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const mayRead = ['owner', 'editor', 'viewer'].includes(staff.role)
  const mayEdit = staff.role === 'owner' || staff.role === 'editor'

  async function startOver(): Promise<void> {
    setOpen(new Set())
    setTab(undefined)
    await draft.reload()
  }

  const reset = useContentAction(
    {
      address: '/api/cms/reset',
      success: 'CMS content has been reset to base template successfully.',
      failure: 'Reset failed',
      failureShown: times.toastResetFailure,
    },
    startOver,
  )
  const publish = useContentAction(
    {
      address: '/api/cms/publish',
      success: 'Content published from Development to Production successfully!',
      failure: 'Publish failed',
      failureShown: times.toastPublish,
    },
    async () => undefined,
  )

  function toggle(key: string): void {
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }

  async function logout(): Promise<void> {
    if (draft.dirty && !window.confirm('You have unsaved changes. Log out and lose them?')) return
    await onLogout()
  }

  const pageTabs: Tab[] = mayRead
    ? draft.pages.map((page) => ({
        id: page.route,
        label: page.route,
        content: (
          <PageEditor
            page={page}
            onChange={(changed) =>
              draft.change(draft.pages.map((each) => (each.route === changed.route ? changed : each)))
            }
            isOpen={(section) => open.has(`${page.route} ${section}`)}
            onToggle={(section) => toggle(`${page.route} ${section}`)}
          />
        ),
      }))
    : []
  const advanced: Tab[] =
    mayRead && draft.loaded
      ? [
          {
            id: 'advanced',
            label: 'Advanced',
            content: <AdvancedEditor pages={draft.pages} onChange={draft.change} />,
          },
        ]
      : []
  const others: Tab[] = panels
    .filter((panel) => staff.role === 'owner' || panel.roles.includes(staff.role))
    .map(({ id, label, Panel }) => ({ id, label, content: <Panel /> }))
  const tabs = [
    ...pageTabs,
    ...advanced,
    { id: 'performance', label: 'Performance', content: <PerformancePanel /> },
    ...others,
  ]
  const shown = tab !== undefined && tabs.some(({ id }) => id === tab) ? tab : (tabs[0]?.id ?? '')

  return (
    <div className={styles.admin}>
      <header className={styles.bar}>
        <h1>Content Management</h1>
        <p
          className={styles.status}
          role="status"
          data-tone={draft.status.includes('Error') ? 'bad' : 'good'}
        >
          {draft.status || (draft.dirty ? 'Unsaved changes' : '')}
        </p>
        <span className={styles.who}>
          {staff.username} · {staff.role}
        </span>
        {mayEdit ? (
          <>
            <Button
              size="small"
              icon={<Save aria-hidden="true" />}
              disabled={draft.saving || !draft.loaded}
              onClick={() => void draft.save()}
            >
              Save Changes
            </Button>
            <Button
              size="small"
              variant="secondary"
              icon={<RotateCcw aria-hidden="true" />}
              disabled={!draft.loaded}
              onClick={reset.ask}
            >
              {reset.running ? 'Resetting...' : 'Reset'}
            </Button>
            {draft.loaded?.canPublish ? (
              <Button
                size="small"
                variant="secondary"
                icon={<UploadCloud aria-hidden="true" />}
                onClick={publish.ask}
              >
                {publish.running ? 'Publishing...' : 'Publish'}
              </Button>
            ) : null}
          </>
        ) : null}
        <Button
          size="small"
          variant="quiet"
          icon={<LogOut aria-hidden="true" />}
          onClick={() => void logout()}
        >
          Logout
        </Button>
      </header>
      <main className={styles.body}>
        {mayRead && draft.loadError ? (
          <Notice
            tone="bad"
            title={draft.loadError}
            actions={
              <Button size="small" variant="secondary" onClick={() => void draft.reload()}>
                Try again
              </Button>
            }
          >
            The content could not be loaded, so nothing can be edited yet.
          </Notice>
        ) : null}
        {mayRead && !draft.loaded && !draft.loadError ? (
          <div aria-busy="true">
            <span className="visually-hidden">Loading content...</span>
            <Skeleton shape="title" />
            <Skeleton shape="block" />
          </div>
        ) : (
          <Tabs label="Content pages and tools" tabs={tabs} value={shown} onChange={setTab} />
        )}
      </main>
      <ConfirmDialog
        open={reset.asking}
        title="Reset all content?"
        text="Every page goes back to the base template. The present version stays in the history and can be restored."
        verb="Reset"
        busyText="Resetting..."
        busy={reset.running}
        onConfirm={() => void reset.run()}
        onClose={reset.cancel}
      />
      <ConfirmDialog
        open={publish.asking}
        title="Publish to Production?"
        text="The saved Development content becomes what visitors see. Unsaved changes are not included."
        verb="Publish"
        busyText="Publishing..."
        busy={publish.running}
        onConfirm={() => void publish.run()}
        onClose={publish.cancel}
      />
      <ConflictDialog conflict={draft.conflict} onChoose={draft.resolve} onClose={draft.dismiss} />
    </div>
  )
}
