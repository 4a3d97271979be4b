import { useQuery } from '@tanstack/react-query'
import { notify } from '../../lib/notify.ts'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import type { Page } from '../api.ts'
import { loadDifferences, publishTree, resetTree } from '../api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DifferenceList } from './difference-list.tsx'
import { SampleNote } from './sample-note.tsx'
import { actionMessage } from './save-message.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  dirty: boolean
}

/** Resets every page to the base template. `onDone` reloads the content. */
export function ResetDialog({ open, onClose, dirty, onDone }: DialogProps & { onDone: () => Promise<void> }) {
  async function run(): Promise<void> {
    try {
      await resetTree()
      await onDone()
      notify.success('CMS content has been reset to base template successfully.', {
        autoClose: 5_000,
      })
    } catch (failure) {
      notify.error(actionMessage('Reset failed', failure), { autoClose: 7_000 })
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      run={run}
      title="Reset all content?"
      description="Every page is reset to the base template. The current version is kept under Versions and can be restored."
      verb="Reset"
      busyVerb="Resetting..."
    >
      {dirty ? <Notice tone="warn">Your unsaved changes will be lost.</Notice> : null}
    </ConfirmDialog>
  )
}

/** Copies Development to Production, after showing the changes. */
export function PublishDialog({ open, onClose, dirty, pages }: DialogProps & { pages: readonly Page[] }) {
  const pending = useQuery({
    queryKey: ['admin', 'pending'],
    queryFn: loadDifferences,
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const differences = pending.data?.differences ?? []
  async function run(): Promise<void> {
    try {
      await publishTree()
      notify.success('Content published from Development to Production successfully!', {
        autoClose: 5_000,
      })
    } catch (failure) {
      notify.error(actionMessage('Publish failed', failure), { autoClose: 5_000 })
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      run={run}
      loading={pending.isFetching}
      wide
      title="Publish to Production?"
      description="Visitors of Production will see the saved Development content. The version it replaces can be restored."
      verb="Publish"
      busyVerb="Publishing..."
    >
      {dirty ? (
        <Notice tone="warn">You have unsaved changes. Only saved changes are published.</Notice>
      ) : null}
      <SampleNote pages={pages} />
      {pending.isFetching ? (
        <div aria-busy="true">
          <span className="visually-hidden">Comparing the channels...</span>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ) : pending.isError ? (
        <Notice tone="bad">The changes could not be loaded. You can still publish.</Notice>
      ) : differences.length === 0 ? (
        <p>Production already has the same content.</p>
      ) : (
        <>
          <p>
            {differences.length === 1 ? '1 field changes' : `${differences.length} fields change`} in
            Production.
          </p>
          <DifferenceList
            tree={{ pages: [...pages] }}
            differences={differences}
            before="In Production"
            after="After publishing"
          />
        </>
      )}
    </ConfirmDialog>
  )
}
