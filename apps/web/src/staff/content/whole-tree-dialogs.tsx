import type { compareChannels, publishContent, resetContent } from '#modules/content/contract.ts'
import type { checkContent } from '#modules/content/contract-publishing.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import type { Page } from '../api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DifferenceList } from './difference-list.tsx'
import { Findings } from './findings.tsx'
import { withToasts } from './save-message.ts'

/** The beginnings of the addresses whose answers another version changes. */
const changed = ['/api/cms/publishing', '/api/cms/versions']

interface DialogProps {
  open: boolean
  onClose: () => void
  dirty: boolean
}

/** Resets every page to the base template. `onDone` reloads the content. */
export function ResetDialog({ open, onClose, dirty, onDone }: DialogProps & { onDone: () => Promise<void> }) {
  const reset = useAction<typeof resetContent>('POST', '/api/cms/reset', changed)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      run={() =>
        withToasts(
          'Reset failed',
          async () => {
            await reset.mutateAsync({})
            await onDone()
            return 'CMS content has been reset to base template successfully.'
          },
          { success: 5_000, failure: 7_000 },
        )
      }
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
  const pending = useAnswer<typeof compareChannels>('/api/cms/diff', {}, { enabled: open })
  const check = useAnswer<typeof checkContent>('/api/cms/check', {}, { enabled: open })
  const findings = check.data?.findings ?? []
  const publish = useAction<typeof publishContent>('POST', '/api/cms/publish', changed)
  const differences = pending.data?.differences ?? []
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      run={() =>
        withToasts(
          'Publish failed',
          async () => {
            await publish.mutateAsync({ headers: { 'Content-Type': 'application/json' } })
            return 'Content published from Development to Production successfully!'
          },
          { success: 5_000, failure: 5_000 },
        )
      }
      loading={
        pending.isFetching || check.isFetching || findings.some(({ severity }) => severity === 'error')
      }
      wide
      title="Publish to Production?"
      description="Visitors of Production will see the saved Development content. The version it replaces can be restored."
      verb="Publish"
      busyVerb="Publishing..."
    >
      {dirty ? (
        <Notice tone="warn">You have unsaved changes. Only saved changes are published.</Notice>
      ) : null}
      {check.isError ? (
        <Notice tone="warn">The content could not be checked. You can still publish.</Notice>
      ) : (
        <Findings findings={findings} tree={{ pages: [...pages] }} onFollow={onClose} />
      )}
      {pending.isFetching || check.isFetching ? (
        <div aria-busy="true">
          <span className="visually-hidden">Checking and comparing...</span>
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
