import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listVersions, restoreVersion, showVersion } from '#modules/content/contract.ts'
import { staffKey, useAction, useAnswer } from '../../lib/answers.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Tree } from '../api.ts'
import type { Draft } from '../draft/draft-state.ts'
import { sectionName } from '../draft/place-words.ts'
import { conflictsOf } from '../draft/three-way.ts'
import { useMayEdit } from '../frame/staff-member.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { Loaded } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import { Table } from '../parts/table.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DifferenceList } from './difference-list.tsx'
import { withToasts } from './save-message.ts'
import { TreeFile } from './tree-file.tsx'
import { WithDraft } from './with-draft.tsx'

type VersionRow = AnswerOf<typeof listVersions>['versions'][number]

const path = '/api/cms/versions'

const kinds: Record<string, string> = {
  template: 'Base template',
  save: 'Saved',
  reset: 'Reset',
  publish: 'Published',
  restore: 'Restored',
  receive: 'Received',
}

/** All saved versions, newest first; restoring one creates a new version. */
export function VersionsPanel() {
  return <WithDraft>{(draft) => <Versions draft={draft} />}</WithDraft>
}

function Versions({ draft: { base: current, version, history } }: { draft: Draft }) {
  const mayRestore = useMayEdit()
  const { dirty, reload } = useUnsavedWork().content
  const [chosen, setChosen] = useState<VersionRow>()
  const [confirming, setConfirming] = useState(false)
  const restore = useAction<typeof restoreVersion>('POST', `${path}/:version/restore`, [path])
  const list = useInfiniteQuery({
    queryKey: [staffKey, path, version],
    queryFn: ({ pageParam: before }) =>
      call<typeof listVersions>('GET', path, { query: before === undefined ? {} : { before } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ versions }) => (versions.length < 50 ? undefined : versions.at(-1)?.version),
    staleTime: 0,
  })
  const rows = list.data?.pages.flatMap(({ versions }) => versions) ?? []
  // The list is newest first: the first version of the channel is the current one.
  const live = rows.find(({ channel }) => channel === 'production')?.version

  return (
    <>
      <header className={styles.pageHead}>
        <h2>Versions</h2>
      </header>
      <TreeFile tree={history.present} version={version} />
      <Loaded query={list} what="The versions">
        {() => (
          <Table<VersionRow>
            caption="Saved versions, newest first"
            whole
            rows={rows}
            keyOf={({ version: number }) => String(number)}
            columns={[
              { id: 'version', label: 'Version', numeric: true, cell: (row) => row.version },
              { id: 'saved', label: 'Saved', nowrap: true, cell: ({ savedAt }) => dateTime(savedAt) },
              { id: 'by', label: 'By', cell: ({ savedBy }) => savedBy },
              {
                id: 'what',
                label: 'What',
                cell: ({ kind, note, changed }) => (
                  <>
                    {kinds[kind] ?? kind} {note ? <span className={styles.faint}>{note}</span> : null}
                    {changed?.map((page) => (
                      <span key={page.route} className={styles.changed}>
                        <strong>{page.route}</strong>{' '}
                        {page.sections.map(sectionName).join(', ') || 'Title, description or order'}
                      </span>
                    ))}
                  </>
                ),
              },
              {
                id: 'channel',
                label: 'Channel',
                cell: (row) =>
                  row.version === live ? <Badge tone="info">in production now</Badge> : row.channel,
              },
              {
                id: 'restore',
                label: 'Restore',
                labelHidden: true,
                numeric: true,
                cell: (row) =>
                  row.version === version ? (
                    <Badge tone="good">current</Badge>
                  ) : mayRestore ? (
                    <Button
                      variant="quiet"
                      size="small"
                      onClick={() => {
                        setChosen(row)
                        setConfirming(true)
                      }}
                    >
                      Restore<span className="visually-hidden"> version {row.version}</span>
                    </Button>
                  ) : null,
              },
            ]}
          />
        )}
      </Loaded>
      {list.hasNextPage ? (
        <Button
          variant="secondary"
          size="small"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show older versions
        </Button>
      ) : null}
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        run={() =>
          withToasts('Restore failed', async () => {
            const number = chosen?.version ?? 0
            await restore.mutateAsync({ params: { version: number } })
            await reload()
            return `Version ${number} restored as a new version.`
          })
        }
        wide
        title={`Restore version ${chosen?.version ?? ''}?`}
        description={
          chosen
            ? `Saved by ${chosen.savedBy} on ${dateTime(chosen.savedAt)}. It becomes the newest version; nothing is deleted.`
            : ''
        }
        verb="Restore"
        busyVerb="Restoring..."
      >
        {dirty ? <Notice tone="warn">Your unsaved changes will be lost.</Notice> : null}
        {confirming && chosen ? <WhatChanges current={current} version={chosen.version} /> : null}
      </ConfirmDialog>
    </>
  )
}

function WhatChanges({ current, version }: { current: Tree; version: number }) {
  const old = useAnswer<typeof showVersion>(`${path}/:version`, { params: { version } })
  if (old.isError)
    return <Notice tone="bad">The changes could not be loaded. You can still restore this version.</Notice>
  if (!old.data) return <Skeleton />
  const then = { pages: old.data.pages }
  const differences = conflictsOf(current, current, then)
  if (differences.length === 0) return <p>It has the same content as the current version.</p>
  return (
    <DifferenceList
      tree={current}
      differences={differences.map(({ steps, mine, theirs }) => ({ steps, before: mine, after: theirs }))}
      before="Now"
      after={`Version ${version}`}
    />
  )
}
