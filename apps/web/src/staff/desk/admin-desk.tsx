import { type ReactNode, useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import styles from '../admin.module.css'
import { type AdminPanel, mayUse } from '../admin-panel.ts'
import type { Staff } from '../api.ts'
import { type ContentDesk, useContentDesk } from '../content/use-content.ts'
import { EditingProvider } from '../draft/draft-context.tsx'
import { PreviewPane } from '../preview/preview-pane.tsx'
import type { SettingsDrafts } from '../settings/settings-panel.tsx'
import type { SourceDrafts } from '../sources/source-draft.ts'
import { TooSmall } from '../too-small.tsx'
import { allTabs } from './all-tabs.tsx'
import { ContentNotice } from './content-tabs.tsx'
import { type Asking, DeskDialogs } from './desk-dialogs.tsx'
import { DeskTabs } from './desk-tabs.tsx'
import { HeaderBar } from './header-bar.tsx'
import { useBackGuard, useCloseGuard, useShortcuts } from './use-guards.ts'

interface AdminDeskProps {
  staff: Staff
  panels: readonly AdminPanel[]
  /** The window's width, when it is too small to work in: then only that is said, and nothing typed is lost. */
  tooSmall: number | undefined
  onLogout: () => Promise<void>
}

/** The bar, the tabs, and whatever has to be asked before something happens to all of the content. */
export function AdminDesk({ staff, panels, tooSmall, onLogout }: AdminDeskProps) {
  const mayRead = mayUse(staff.role, ['editor', 'viewer'])
  const mayEdit = mayUse(staff.role, ['editor'])
  const desk = useContentDesk(mayRead)
  const [tab, setTab] = useState(tabInAddress)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<Asking>()
  const [preview, setPreview] = useState(false)
  const [settings, setSettings] = useState<SettingsDrafts>({})
  const [sources, setSources] = useState<SourceDrafts>({})
  const unsaved = [settings, sources].some((drafts) => Object.keys(drafts).length > 0) || desk.dirty
  const overlay = useOverlay(desk.loading)
  useCloseGuard(unsaved)
  const back = useBackGuard(unsaved)
  const navigate = useNavigate()
  const goHome = (): void => void navigate('/')
  useShortcuts(mayEdit && tooSmall === undefined && desk.draft !== undefined, {
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

  const tabs = allTabs({
    role: staff.role,
    desk,
    open,
    onToggle: toggle,
    onPublish: () => setAsking('publish'),
    onTab: setTab,
    settings: { drafts: settings, onDrafts: setSettings },
    sources: { drafts: sources, onDrafts: setSources },
    panels,
  })

  return (
    <div className={styles.admin}>
      {tooSmall === undefined ? null : (
        <TooSmall width={tooSmall} onHome={() => (unsaved ? setAsking('leave') : goHome())} />
      )}
      <div hidden={tooSmall !== undefined}>
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
      </div>
      <DeskDialogs
        desk={desk}
        asking={back.asked ? 'leave' : asking}
        onClose={back.asked ? back.stay : () => setAsking(undefined)}
        onReset={startOver}
        onLogout={onLogout}
        onLeave={back.asked ? back.leave : goHome}
      />
    </div>
  )
}

/** The tab that a link of a mail leads to. */
const tabInAddress = (): string | undefined =>
  new URLSearchParams(window.location.search).get('tab') ?? undefined

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
    <EditingProvider
      tree={desk.draft.history.present}
      builtIn={desk.builtIn}
      dispatch={desk.dispatch}
      readOnly={readOnly}
    >
      {children}
    </EditingProvider>
  )
}
