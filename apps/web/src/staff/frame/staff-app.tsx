import { useState } from 'react'
import { matchPath, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Staff, Tree } from '../api.ts'
import { forgetUnsaved } from '../content/unsaved-content.ts'
import { type ContentEditing, useContentEditing } from '../content/use-content-editing.ts'
import { WithDraft } from '../content/with-draft.tsx'
import { EditingProvider } from '../draft/draft-context.tsx'
import { useLastPlaces } from '../parts/last-places.ts'
import { PreviewPane } from '../preview/preview-pane.tsx'
import { pagesPath } from './addresses.ts'
import { Dialogs, type OpenDialog } from './dialogs.tsx'
import { useBackGuard, useCloseGuard, useShortcuts } from './guards.ts'
import { HeaderBar } from './header-bar.tsx'
import { Rail } from './rail.tsx'
import { mayUse, StaffMemberContext } from './staff-member.ts'
import type { StaffTab } from './tab-list.tsx'
import { addressOfOldLink, financeStart, isUnsaved, startOf, tabsOf } from './tabs.ts'
import { TooSmall } from './too-small.tsx'
import { type SettingsDrafts, type UnsavedWork, UnsavedWorkContext } from './unsaved-work.ts'

const nothing: Tree = { pages: [] }

interface StaffAppProps {
  staff: Staff
  /** The window's width if it is too small: a notice hides the screen, which stays mounted and keeps what was typed. */
  tooSmall: number | undefined
  onLogout: () => Promise<void>
}

/** The staff screen: header bar, tabs and dialogs. */
export function StaffApp({ staff, tooSmall, onLogout }: StaffAppProps) {
  const mayRead = mayUse(staff.role, ['editor', 'viewer'])
  const mayEdit = mayUse(staff.role, ['editor'])
  const content = useContentEditing(mayRead, staff.username)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const [preview, setPreview] = useState(false)
  const [settings, setSettings] = useState<SettingsDrafts>({})
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const unsaved = [settings, notes].some((drafts) => Object.keys(drafts).length > 0) || content.dirty
  const overlay = useOverlay(content.loading)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const tree = content.draft?.history.present
  const tabs = tabsOf(staff.role, tree?.pages ?? [])
  const shown = tabs.find(({ path }) => matchPath(`/admin/${path}/*`, pathname))
  const places = useLastPlaces(shown?.path)
  const placesOfGroups = useLastPlaces(shown?.group)
  useCloseGuard(unsaved)
  const back = useBackGuard(unsaved)
  const goHome = (): void => void navigate('/')
  const logOut = async (): Promise<void> => {
    await onLogout()
    forgetUnsaved(staff.username)
  }
  useShortcuts(mayEdit && tooSmall === undefined && shown?.edits === true && tree !== undefined, {
    save: () => void content.save(),
    undo: () => content.dispatch({ do: 'undo' }),
    redo: () => content.dispatch({ do: 'redo' }),
  })

  const work: UnsavedWork = {
    content,
    settings: { drafts: settings, onDrafts: setSettings },
    notes: { drafts: notes, onDrafts: setNotes },
    onPublish: () => setOpenDialog('publish'),
  }

  async function startOver(): Promise<void> {
    await content.reload()
    places.clear()
    placesOfGroups.clear()
    void navigate(`/admin/${startOf(staff.role, tabs)}`)
  }

  return (
    <StaffMemberContext value={staff}>
      <UnsavedWorkContext value={work}>
        <div className={styles.admin}>
          {tooSmall === undefined ? null : (
            <TooSmall width={tooSmall} onHome={() => (unsaved ? setOpenDialog('leave') : goHome())} />
          )}
          <div hidden={tooSmall !== undefined}>
            {overlay ? <LoadingOverlay text="Loading content..." /> : null}
            <HeaderBar
              area={shown?.area ?? (mayRead ? 'Content' : 'Today')}
              edits={shown?.edits === true && mayRead}
              preview={preview}
              onPreview={() => setPreview(!preview)}
              onReset={() => setOpenDialog('reset')}
              onLogout={() => (unsaved ? setOpenDialog('logout') : void logOut())}
            />
            {content.lost && mayEdit ? <LostWorkNotice content={content} at={content.lost.at} /> : null}
            <EditingProvider
              tree={tree ?? nothing}
              builtIn={content.builtIn}
              dispatch={content.dispatch}
              readOnly={!mayEdit}
            >
              <Rail
                tabs={tabs}
                shown={shown}
                placeOf={(tab) => places.get(tab) ?? `/admin/${tab}`}
                placeOfGroup={(group) => placesOfGroups.get(group)}
                isUnsaved={(tab) => isUnsaved(tab, work)}
                elsewhere={
                  <Elsewhere start={startOf(staff.role, tabs)} tabs={tabs} waiting={mayRead && !tree} />
                }
                aside={
                  preview && tree?.pages.some(({ route }) => route === shown?.label) ? (
                    <PreviewPane route={shown?.label ?? ''} tree={tree} dirty={content.dirty} />
                  ) : null
                }
              />
            </EditingProvider>
          </div>
          <Dialogs
            content={content}
            openDialog={back.asked ? 'leave' : openDialog}
            onClose={back.asked ? back.stay : () => setOpenDialog(undefined)}
            onReset={startOver}
            onLogout={logOut}
            onLeave={back.asked ? back.leave : goHome}
          />
        </div>
      </UnsavedWorkContext>
    </StaffMemberContext>
  )
}

/** Offers the work that was not saved, such as after a crash of the browser. */
function LostWorkNotice({ content, at }: { content: ContentEditing; at: number }) {
  const time = new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Notice
      tone="warn"
      announce
      title={`Restore what was not saved (${time})?`}
      className={styles.lost ?? ''}
      actions={
        <>
          <Button size="small" disabled={content.draft === undefined} onClick={content.restoreLost}>
            Restore
          </Button>
          <Button size="small" variant="quiet" onClick={content.discardLost}>
            Discard
          </Button>
        </>
      }
    >
      These changes were made in this browser, in an earlier visit or in another tab. Restored, they are
      merged with what others have saved since; they are saved when you press Save Changes.
    </Notice>
  )
}

/** An address without a tab: redirects an older link or the start page, else shows a notice. */
function Elsewhere({ start, tabs, waiting }: { start: string; tabs: readonly StaffTab[]; waiting: boolean }) {
  const { pathname, search } = useLocation()
  const rest = pathname.replace(/^\/admin\/?/, '')
  const old = rest === '' ? addressOfOldLink(new URLSearchParams(search), tabs) : undefined
  if (old !== undefined) return <Navigate to={`/admin/${old}`} replace />
  // The content pages become tabs once they are loaded.
  if (waiting && ((rest === '' && start !== 'today') || rest.startsWith(pagesPath)))
    return <WithDraft>{() => null}</WithDraft>
  if (rest === '') return <Navigate to={`/admin/${start}`} replace />
  const finance = /^finance(?:\/|$)/.test(rest) ? financeStart(tabs) : undefined
  if (finance !== undefined) return <Navigate to={`/admin/${finance}`} replace />
  return (
    <Notice tone="warn" title="This page is not available to you.">
      The address may be mistyped, or the page may be for another role. Choose one of the tabs.
    </Notice>
  )
}
