import { Undo2, UploadCloud } from 'lucide-react'
import { useState } from 'react'
import type { publishState, undoPublish } from '#modules/content/contract-publishing.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { withToasts } from '../content/save-message.ts'
import { WithDraft } from '../content/with-draft.tsx'
import { useMayEdit } from '../frame/staff-member.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { Loaded } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import styles from './publishing.module.css'
import { type PublishState, ScheduleForm, ScheduleList } from './schedule-form.tsx'

const changed = ['/api/cms/publishing', '/api/cms/versions']

/** The version in Production, undoing its publish, and the scheduled publishes. */
export function PublishingPanel() {
  const state = useAnswer<typeof publishState>('/api/cms/publishing', {})
  return (
    <WithDraft>
      {() => (
        <Loaded query={state} what="The state of publishing">
          {(shown) => <Publishing state={shown} />}
        </Loaded>
      )}
    </WithDraft>
  )
}

function Publishing({ state: { production, undoTo, scheduled } }: { state: PublishState }) {
  const { content, onPublish } = useUnsavedWork()
  const undo = useAction<typeof undoPublish>('POST', '/api/cms/publish/undo', changed)
  const [confirming, setConfirming] = useState(false)
  // Only the development environment publishes.
  const canPublish = content.content?.canPublish ?? false
  const mayPublish = useMayEdit() && canPublish
  return (
    <div className={styles.panel}>
      <h2>Publishing</h2>
      {canPublish ? null : (
        <Notice tone="info">
          Content is published only from the development environment. Changes saved here are visible at once.
        </Notice>
      )}
      <section className={styles.box} aria-labelledby="in-production">
        <h3 id="in-production">In Production now</h3>
        <p className={styles.lead}>Version {production.version}</p>
        <p>
          {production.kind === 'publish' ? 'Published' : production.kind === 'restore' ? 'Restored' : 'Set'}{' '}
          by {production.savedBy} on {dateTime(production.savedAt)}
          {production.note ? `, ${production.note}` : ''}
        </p>
        {mayPublish ? (
          <div className={styles.actions}>
            <Button size="small" icon={<UploadCloud aria-hidden="true" />} onClick={onPublish}>
              Publish now
            </Button>
            {undoTo === null ? null : (
              <Button
                size="small"
                variant="secondary"
                icon={<Undo2 aria-hidden="true" />}
                onClick={() => setConfirming(true)}
              >
                Undo this publish
              </Button>
            )}
          </div>
        ) : null}
        {mayPublish ? (
          <p className={styles.faint}>
            {undoTo === null
              ? 'There is no publish to undo. You can restore any version in the Versions tab.'
              : `Undoing restores version ${undoTo} at once. Development does not change.`}
          </p>
        ) : null}
      </section>
      <section className={styles.box} aria-labelledby="scheduled">
        <h3 id="scheduled">Scheduled publishes</h3>
        {mayPublish ? (
          <ScheduleForm scheduled={scheduled} dirty={content.dirty} />
        ) : (
          <ScheduleList scheduled={scheduled} />
        )}
      </section>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        run={() =>
          withToasts('Undo failed', async () => {
            return (await undo.mutateAsync({ body: { version: production.version } })).message
          })
        }
        title="Undo this publish?"
        description={`Visitors see version ${undoTo ?? ''} again at once. Development does not change.`}
        verb="Undo the publish"
        busyVerb="Undoing..."
      />
    </div>
  )
}
